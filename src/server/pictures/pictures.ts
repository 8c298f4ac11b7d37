import { type FileHandle, open } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { RequestRejected } from '../kernel/request-rejected';
import { addressOf, isAddress, pictureFile } from './address';
import { rangeOf } from './range';
import { asThumbnailWidth, createThumbnails } from './thumbnails';

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

interface FileQuery {
  until?: string;
  sign?: string;
  /** A width in pixels, one of `thumbnailWidths`. */
  w?: string;
}

/**
 * `GET /files/<id>?until=…&sign=…[&w=…]`: a picture, a smaller one of it, or a video, whole or the range that is asked for.
 * A file of a member's can do nothing in our origin but be looked at.
 */
export function servePictures(app: FastifyInstance, { db, settings, fileSecret, now }: Gateway): void {
  const thumbnails = createThumbnails(settings.dataDir);

  app.get('/files/:id', async (request: FastifyRequest, reply) => {
    const picture = (request.params as { id: string }).id;
    const asked = request.query as FileQuery;
    if (!isAddress(fileSecret, picture, asked, now())) throw new RequestRejected('unknown');
    const found = await db.run
      .selectFrom('picture')
      .select('type')
      .where('id', '=', picture)
      .executeTakeFirst();
    const width = asked.w === undefined ? undefined : asThumbnailWidth(asked.w);
    if (!found || (asked.w !== undefined && !width)) throw new RequestRejected('unknown');
    // one that cannot be drawn smaller is shown as it is
    const smaller = width && found.type.startsWith('image/') && (await thumbnails.fileOf(picture, width));
    const file = await open(smaller || pictureFile(settings.dataDir, picture)).catch(missing);
    reply
      .header('content-type', smaller ? 'image/jpeg' : found.type)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', `private, max-age=${keptFor(asked, now())}, immutable`)
      .header('etag', `"${picture}${smaller ? `.${width}` : ''}"`)
      .header('accept-ranges', 'bytes');
    return send(request, reply, file);
  });
}

/** Seconds until the address is no longer good. */
const keptFor = ({ until }: FileQuery, now: number) => Math.floor((Number(until) - now) / 1000);

/** The file never changes: its name is all there is to compare. */
async function send(request: FastifyRequest, reply: FastifyReply, file: FileHandle) {
  const etag = String(reply.getHeader('etag'));
  if (request.headers['if-none-match'] === etag) {
    await file.close();
    return reply.code(304).send();
  }
  const { size } = await file.stat();
  const current = (request.headers['if-range'] ?? etag) === etag;
  const range = current ? rangeOf(request.headers.range, size) : 'all';
  if (range === 'none') {
    await file.close();
    return reply.code(416).header('content-range', `bytes */${size}`).send();
  }
  if (range === 'all') return reply.header('content-length', size).send(file.createReadStream());
  const { start, end } = range;
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${size}`)
    .header('content-length', end - start + 1)
    .send(file.createReadStream({ start, end }));
}

function missing(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') throw new RequestRejected('unknown');
  throw error;
}
