import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip as gunzipWith, gzip as gzipWith } from 'node:zlib';
import type { FileStore, StoredFile } from '../../kernel/file-store';
import { sha256 } from '../../kernel/sha256';
import type { OrderLogBlockTable } from '../tables';
import { header } from './lines';
import { Unreadable } from './unreadable';

// An object of the archive is a CSV file compressed with gzip, whose blocks are compressed one by one: `zcat` reads the whole of it, and the
// gateway only the blocks of a member.

const gzip = promisify(gzipWith);
const gunzip = promisify(gunzipWith);

/** Rows of a block: some tens of kilobytes of the object. */
export const blockRows = 2000;

export type Block = Omit<OrderLogBlockTable, 'object'>;

/** An object of the archive, and how many bytes with which content it has. */
export interface Archived {
  object: string;
  bytes: number;
  sha256: string;
}

interface Line {
  member: string;
  line: string;
}

/** Writes a file of the rows, which come in the order of their members. */
export async function writeBlocks(
  at: string,
  batches: AsyncIterable<readonly Line[]>,
): Promise<Omit<Archived, 'object'> & { blocks: Block[] }> {
  const file = await open(at, 'w');
  try {
    const blocks: Block[] = [];
    const whole = createHash('sha256');
    let bytes = 0;
    const add = async (text: string) => {
      const packed = await gzip(text);
      await writeAll(file, packed);
      whole.update(packed);
      bytes += packed.length;
      return packed;
    };
    await add(header);
    for await (const batch of batches) {
      const [first, last] = [batch[0], batch.at(-1)];
      if (!first || !last) continue;
      const start = bytes;
      const packed = await add(`${batch.map(({ line }) => line).join('\n')}\n`);
      blocks.push({
        nth: blocks.length,
        first_member: first.member,
        last_member: last.member,
        start,
        bytes: packed.length,
        sha256: sha256(packed),
      });
    }
    await file.sync();
    return { bytes, sha256: whole.digest('hex'), blocks };
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done)).bytesWritten;
}

async function opened(files: FileStore, { object, bytes }: Archived): Promise<StoredFile> {
  const file = await files.get(object);
  if (!file) throw new Unreadable(`${object} is missing in the store`);
  if (file.size === bytes) return file;
  await file.close();
  throw new Unreadable(`${object} has ${file.size} bytes in place of ${bytes}`);
}

async function linesIn(packed: Buffer, block: Block, object: string): Promise<string[]> {
  if (packed.length !== block.bytes || sha256(packed) !== block.sha256)
    throw new Unreadable(`Block ${block.nth} of ${object} is not as it was written`);
  return (await gunzip(packed)).toString().trimEnd().split('\n');
}

/** The lines of a block, which is read alone. */
export async function readBlock(files: FileStore, archived: Archived, block: Block): Promise<string[]> {
  const file = await opened(files, archived);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.read({ start: block.start, end: block.start + block.bytes - 1 }))
    chunks.push(chunk);
  return linesIn(Buffer.concat(chunks), block, archived.object);
}

/** Cuts a stream into pieces of given lengths, and the rest. */
async function* cut(stream: Readable, lengths: readonly number[]): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0);
  let at = 0;
  for await (const chunk of stream) {
    held = Buffer.concat([held, chunk]);
    for (let next = lengths[at]; next !== undefined && held.length >= next; next = lengths[++at]) {
      yield held.subarray(0, next);
      held = held.subarray(next);
    }
  }
  if (held.length) yield held;
}

/** The lines of the whole object, block by block. It throws, at the latest at the end, if one byte differs from what was written. */
export async function* readAll(
  files: FileStore,
  archived: Archived,
  blocks: readonly Block[],
): AsyncGenerator<string[]> {
  const file = await opened(files, archived);
  const whole = createHash('sha256');
  const lengths = [blocks[0]?.start ?? archived.bytes, ...blocks.map(({ bytes }) => bytes)];
  let nth = -1;
  for await (const packed of cut(await file.read(), lengths)) {
    whole.update(packed);
    const block = blocks[nth++];
    if (block) yield await linesIn(packed, block, archived.object);
  }
  if (nth !== blocks.length || whole.digest('hex') !== archived.sha256)
    throw new Unreadable(`${archived.object} is not as it was written`);
}
