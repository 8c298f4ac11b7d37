import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileStore, StoredFile } from '../kernel/file-store';
import { RequestRejected } from '../kernel/request-rejected';
import { rangeOf } from './range';

/** Opens a file of ours; a missing one is reported as an unknown address. */
export async function openFile(files: FileStore, name: string): Promise<StoredFile> {
  const file = await files.get(name);
  if (!file) throw new RequestRejected('unknown');
  return file;
}

/**
 * Sends a file, complete or the requested range, and closes it. The reply's `etag` suffices for revalidation, because a file never
 * changes.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: StoredFile) {
  reply.header('accept-ranges', 'bytes');
  const etag = String(reply.getHeader('etag'));
  if (request.headers['if-none-match'] === etag) {
    await file.close();
    return reply.code(304).send();
  }
  const { size } = file;
  const current = (request.headers['if-range'] ?? etag) === etag;
  const range = current ? rangeOf(request.headers.range, size) : 'all';
  if (range === 'none') {
    await file.close();
    return reply.code(416).header('content-range', `bytes */${size}`).send();
  }
  if (request.method === 'HEAD') {
    await file.close();
    // without a body, Fastify would replace the length with 0; it keeps it for a stream
    return reply.header('content-length', size).send(Readable.from([]));
  }
  if (range === 'all') return reply.header('content-length', size).send(await file.read());
  const { start, end } = range;
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${size}`)
    .header('content-length', end - start + 1)
    .send(await file.read(range));
}
