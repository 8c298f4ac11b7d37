import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';

/** The input breaks a rule: names the value and the reason. Response: 400. */
export class Unusable extends Error {}

function checked<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const { success, output, issues } = v.safeParse(schema, input);
  if (success) return output;
  const problems = issues.map((issue) => [v.getDotPath(issue), issue.message].filter(Boolean).join(': '));
  throw new Unusable(problems.join('; '));
}

/** Validates the body of a request. */
export const body = <S extends v.GenericSchema>(schema: S, request: FastifyRequest): v.InferOutput<S> =>
  checked(schema, request.body);

/** Validates its query. */
export const query = <S extends v.GenericSchema>(schema: S, request: FastifyRequest): v.InferOutput<S> =>
  checked(schema, request.query);
