import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { RequestRejected } from '../kernel/request-rejected';

export interface Received {
  /** Bytes. */
  size: number;
  /** MD5, lower-case hex. */
  md5: string;
  /** The first bytes, which identify the type. */
  head: Buffer;
  /** It was larger than allowed or declared; the rest was discarded. */
  truncated: boolean;
}

/** Streams the file to `at`, at most `most` bytes, and returns its data. Resolves after it is on the disk. */
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

/** A body that lacks a boundary or was cut off is common on phones and no fault of ours. */
export function orBroken(error: unknown): never {
  if (error instanceof RequestRejected || isFault(error)) throw error;
  throw new RequestRejected('shape');
}

/** Errors of the disk have a code; those of busboy and the socket concern the request. */
const isFault = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  !/^(FST_|ERR_STREAM_PREMATURE_CLOSE|ECONNRESET)/.test(String(error.code));
