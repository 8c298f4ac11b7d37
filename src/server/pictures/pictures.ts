import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { RequestRejected } from '../kernel/request-rejected';
import { addressOf, isAddress } from './address';
import { openFile, sendFile } from './send-file';
import { asThumbnailWidth, createThumbnails } from './thumbnails';

/** The picture's address for a member who may see it: its owner, or anybody if it is shared. Refused otherwise. */
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
 * `GET /files/<id>?until=…&sign=…[&w=…]`: a picture, a smaller version of it, or a video, complete or the requested range. Redirects to
 * the store if that has addresses of its own. A member's file cannot run anything in our origin.
 */
export function servePictures(app: FastifyInstance, { db, files, fileSecret, now }: Gateway): void {
  const thumbnails = createThumbnails(files);

  app.get('/files/:id', async (request: FastifyRequest, reply) => {
    const picture = (request.params as { id: string }).id;
    const query = request.query as FileQuery;
    if (!isAddress(fileSecret, picture, query, now())) throw new RequestRejected('unknown');
    const found = await db.run
      .selectFrom('picture')
      .select('type')
      .where('id', '=', picture)
      .executeTakeFirst();
    const width = query.w === undefined ? undefined : asThumbnailWidth(query.w);
    if (!found || (query.w !== undefined && !width)) throw new RequestRejected('unknown');
    // a picture that cannot be resized is sent as it is
    const smaller = width && found.type.startsWith('image/') && (await thumbnails.nameOf(picture, width));
    const type = smaller ? 'image/jpeg' : found.type;
    if (files.address) {
      const address = await files.address(smaller || picture, type, now());
      return reply.header('cache-control', 'private, max-age=1800').redirect(address, 302);
    }
    const file = await openFile(files, smaller || picture);
    reply
      .header('content-type', type)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', `private, max-age=${keptFor(query, now())}, immutable`)
      .header('etag', `"${picture}${smaller ? `.${width}` : ''}"`);
    return sendFile(request, reply, file);
  });
}

/** Seconds until the address expires. */
const keptFor = ({ until }: FileQuery, now: number) => Math.floor((Number(until) - now) / 1000);
