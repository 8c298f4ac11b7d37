import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';

export interface Received {
  /** Bytes. */
  size: number;
  /** MD5, lower-case hex. */
  md5: string;
  /** The first bytes, to see what it is. */
  head: Buffer;
  /** It was larger than allowed; the rest was not kept. */
  truncated: boolean;
}

/** Writes the file to `at`, as it comes, and tells what came. Resolves once it is on the disk. */
export async function receive({ file }: MultipartFile, at: string): Promise<Received> {
  const md5 = createHash('md5');
  let size = 0;
  let head: Buffer = Buffer.alloc(0);
  await pipeline(
    file,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        if (head.length < 12) head = Buffer.concat([head, chunk]).subarray(0, 12);
        size += chunk.length;
        md5.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(at, { flush: true }),
  );
  return { size, md5: md5.digest('hex'), head, truncated: file.truncated };
}
