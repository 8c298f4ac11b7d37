import { createHmac, timingSafeEqual } from 'node:crypto';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { RequestRejected } from '../kernel/request-rejected';

/** Milliseconds that the address of a picture is good for. */
const ttl = 3_600_000;
const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const pictureFile = (dataDir: string, picture: string) => path.resolve(dataDir, 'pictures', picture);

const signature = (secret: string, picture: string, until: number) =>
  createHmac('sha256', secret).update(`${picture}|${until}`).digest('base64url');

/** The address of a picture, good for an hour to whoever has it. */
export function addressOf(secret: string, picture: string, now: number): string {
  const until = now + ttl;
  return `/files/${picture}?until=${until}&sign=${signature(secret, picture, until)}`;
}

/** The picture's address for somebody who may see it: its owner, or anybody if it is shared. Refused otherwise. */
export async function visibleAddress(
  run: Executor,
  secret: string,
  picture: string,
  member: string,
  now: number,
): Promise<string> {
  const found = await run
    .selectFrom('picture')
    .select('id')
    .where('id', '=', picture.toLowerCase())
    .where((is) => is.or([is('owner', '=', member), is('shared', '=', true)]))
    .executeTakeFirst();
  if (!found) throw new DomainError('pictureMissing');
  return addressOf(secret, found.id, now);
}

/** `GET /files/<id>?until=…&sign=…`. A file of a member's can do nothing in our origin but be looked at. */
export function servePictures(app: FastifyInstance, { db, settings, fileSecret, now }: Gateway): void {
  app.get('/files/:id', async (request: FastifyRequest, reply) => {
    const picture = (request.params as { id: string }).id;
    const { until, sign } = request.query as { until?: string; sign?: string };
    const right = Buffer.from(signature(fileSecret, picture, Number(until)));
    const given = Buffer.from(`${sign}`);
    const genuine = right.length === given.length && timingSafeEqual(right, given);
    if (!genuine || !id.test(picture) || !(Number(until) > now())) throw new RequestRejected('unknown');
    const found = await db.run
      .selectFrom('picture')
      .select(['type', 'size'])
      .where('id', '=', picture)
      .executeTakeFirst();
    if (!found) throw new RequestRejected('unknown');
    const file = await open(pictureFile(settings.dataDir, picture)).catch(missing);
    return reply
      .header('content-type', found.type)
      .header('content-length', found.size)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, max-age=3600')
      .send(file.createReadStream());
  });
}

function missing(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') throw new RequestRejected('unknown');
  throw error;
}
