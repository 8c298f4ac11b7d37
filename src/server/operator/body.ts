import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';

/** What a person asked for breaks a rule: says which value, and why. Answered with 400. */
export class Unusable extends Error {}

function checked<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const { success, output, issues } = v.safeParse(schema, input);
  if (success) return output;
  const problems = issues.map((issue) => [v.getDotPath(issue), issue.message].filter(Boolean).join(': '));
  throw new Unusable(problems.join('; '));
}

/** The body of a request by its rules. */
export const body = <S extends v.GenericSchema>(schema: S, request: FastifyRequest): v.InferOutput<S> =>
  checked(schema, request.body);

/** Its query by its rules. */
export const query = <S extends v.GenericSchema>(schema: S, request: FastifyRequest): v.InferOutput<S> =>
  checked(schema, request.query);
