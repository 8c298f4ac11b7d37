import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { RequestRejected } from '../kernel/request-rejected';

/** Something that was written, up to `max` characters. */
export const words = (max = 300) => v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(max));

/** The body of a request by its rules; turned away when it breaks them. */
export function body<S extends v.GenericSchema>(schema: S, request: FastifyRequest): v.InferOutput<S> {
  const { success, output } = v.safeParse(schema, request.body);
  if (!success) throw new RequestRejected('shape');
  return output;
}
