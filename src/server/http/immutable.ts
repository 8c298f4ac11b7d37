import type { FastifyInstance } from 'fastify';

/** For files whose name contains a hash of their content: cached for a year without revalidation. */
export const immutable = 'public, max-age=31536000, immutable';

/** Headers that distinguish versions and ranges of a file, or single requests. */
const ofWhatChanges = [
  'accept-ranges',
  'access-control-expose-headers',
  'etag',
  'last-modified',
  'x-request-id',
];

/** Removes headers without meaning from `immutable` responses, which saves 200 bytes per file of a first view. */
export function shortenImmutable(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (reply.getHeader('cache-control') !== immutable) return;
    for (const name of ofWhatChanges) reply.removeHeader(name);
  });
}
