import type { FastifyInstance } from 'fastify';

/** For what is called by its content's hash: kept for a year and never asked for again. */
export const immutable = 'public, max-age=31536000, immutable';

/** What tells versions and parts of a file apart, and one request from another. */
const ofWhatChanges = [
  'accept-ranges',
  'access-control-expose-headers',
  'etag',
  'last-modified',
  'x-request-id',
];

/** Leaves out of answers that are `immutable` what means nothing there: 200 bytes for each file of a first view. */
export function shortenImmutable(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (reply.getHeader('cache-control') !== immutable) return;
    for (const name of ofWhatChanges) reply.removeHeader(name);
  });
}
