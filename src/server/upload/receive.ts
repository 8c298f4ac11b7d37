import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { RequestRejected } from '../kernel/request-rejected';
import { Full } from './quota';

export interface Received {
  /** Bytes. */
  size: number;
  /** MD5, lower-case hex. */
  md5: string;
  /** The first bytes, to see what it is. */
  head: Buffer;
  /** It was larger than allowed, or than its sender had said; the rest was not kept. */
  truncated: boolean;
}

/** Writes the file to `at`, as it comes, but no more than `most` bytes, and tells what came. Resolves once it is on the disk. */
export async function receive({ file }: MultipartFile, at: string, most: number): Promise<Received> {
  const md5 = createHash('md5');
  let size = 0;
  let head: Buffer = Buffer.alloc(0);
  await pipeline(
    file,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        if (head.length < 12) head = Buffer.concat([head, chunk]).subarray(0, 12);
        size += chunk.length;
        if (size > most) continue; // the rest is read, so that the connection can answer
        md5.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(at, { flush: true }),
  );
  return { size, md5: md5.digest('hex'), head, truncated: file.truncated || size > most };
}

/** A body without a boundary, or cut off on the way, is an everyday event on a phone and no fault of ours. */
export function orBroken(error: unknown): never {
  if (error instanceof RequestRejected || error instanceof Full || isFault(error)) throw error;
  throw new RequestRejected('shape');
}

/** What the database or the disk says has a code of its own; busboy's and the socket's complaints are about the request. */
const isFault = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  !/^(FST_|ERR_STREAM_PREMATURE_CLOSE|ECONNRESET)/.test(String(error.code));
