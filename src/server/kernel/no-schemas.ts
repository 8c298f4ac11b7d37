import type { FastifyServerOptions } from 'fastify';

const unused = () => () => {
  throw new Error('routes have no JSON schemas: valibot checks what comes in');
};

/** For fastify: without its compilers of JSON schemas, which no route has, and which are loaded at the start. */
export const noSchemas: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: unused, buildSerializer: unused },
};
