import { type FileHandle, open } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestRejected } from '../kernel/request-rejected';
import { rangeOf } from './range';

/** Opens a file of ours; one that is not there is no address. */
export const openFile = (file: string): Promise<FileHandle> =>
  open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new RequestRejected('unknown');
    throw error;
  });

/**
 * Answers with a file, whole or the range that is asked for, and closes it. The reply's `etag` is all there is to compare:
 * a file never changes.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileHandle) {
  reply.header('accept-ranges', 'bytes');
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
