import { open } from 'node:fs/promises';

export interface Measured {
  /** Pixels, after rotation. */
  width: number;
  height: number;
  seconds: number;
}

interface Box {
  type: string;
  /** Offset of its content. */
  from: number;
  to: number;
}

/** A real video has a smaller index than this; a larger one is rejected. */
const largestIndex = 8 * 1024 * 1024;
const mostBoxes = 1000;

/** Width, height and length of an MP4; undefined if it has no index or no picture track. */
export async function measureMp4(at: string): Promise<Measured | undefined> {
  const file = await open(at);
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(16);
    for (let from = 0, count = 0; from + 8 <= size && count < mostBoxes; count++) {
      await file.read(head, 0, 16, from);
      const box = boxAt(head, 0, from, size);
      if (!box) return;
      if (box.type === 'moov') {
        if (box.to - box.from > largestIndex) return;
        const index = Buffer.alloc(box.to - box.from);
        await file.read(index, 0, index.length, box.from);
        return measureIndex(index);
      }
      from = box.to;
    }
    return;
  } finally {
    await file.close();
  }
}

/** The box whose header is at `at` of the buffer and at `from` of the file. */
function boxAt(buffer: Buffer, at: number, from: number, end: number): Box | undefined {
  const short = buffer.readUInt32BE(at);
  const type = buffer.toString('latin1', at + 4, at + 8);
  const long = short === 1 && at + 16 <= buffer.length;
  const size = long ? Number(buffer.readBigUInt64BE(at + 8)) : short === 0 ? end - from : short;
  const header = long ? 16 : 8;
  if (size < header || from + size > end) return;
  return { type, from: from + header, to: from + size };
}

function boxes(buffer: Buffer, from: number, to: number): Box[] {
  const all: Box[] = [];
  for (let at = from; at + 8 <= to && all.length < mostBoxes; ) {
    const box = boxAt(buffer, at, at, to);
    if (!box) break;
    all.push(box);
    at = box.to;
  }
  return all;
}

function measureIndex(index: Buffer): Measured | undefined {
  const parts = boxes(index, 0, index.length);
  const movie = parts.find(({ type }) => type === 'mvhd');
  if (!movie || movie.to - movie.from < 32) return;
  const long = index[movie.from] === 1;
  const scale = index.readUInt32BE(movie.from + (long ? 20 : 12));
  const duration = long
    ? Number(index.readBigUInt64BE(movie.from + 24))
    : index.readUInt32BE(movie.from + 16);
  for (const track of parts.filter(({ type }) => type === 'trak')) {
    const header = boxes(index, track.from, track.to).find(({ type }) => type === 'tkhd');
    // width and height end the header, in 16.16 fixed point; the matrix before them contains the rotation
    if (!header || header.to - header.from < 84) continue;
    const [width, height] = [
      index.readUInt32BE(header.to - 8) >>> 16,
      index.readUInt32BE(header.to - 4) >>> 16,
    ];
    if (!width || !height) continue;
    const turned = index.readInt32BE(header.to - 44) === 0;
    return {
      width: turned ? height : width,
      height: turned ? width : height,
      seconds: scale ? Math.round(duration / scale) : 0,
    };
  }
  return;
}
