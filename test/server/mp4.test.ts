import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { measureMp4 } from '../../src/server/pictures/mp4';

const test = suite<{ place: string }>('how large and long a video is');
test.before(async (the) => {
  the.place = await mkdtemp(path.join(os.tmpdir(), 'cloudphone-mp4-'));
});
test.after(({ place }) => rm(place, { recursive: true, force: true }));

type Size = 'plain' | 'long' | 'rest';
/** A box of ISO 14496-12: its size in four bytes, in eight more (`long`), or none, since it goes on to the end (`rest`). */
function box(type: string, content: Buffer = Buffer.alloc(0), size: Size = 'plain'): Buffer {
  const head = Buffer.alloc(size === 'long' ? 16 : 8);
  const whole = head.length + content.length;
  head.writeUInt32BE({ plain: whole, long: 1, rest: 0 }[size]);
  head.write(type, 4, 'latin1');
  if (size === 'long') head.writeBigUInt64BE(BigInt(whole), 8);
  return Buffer.concat([head, content]);
}
const mvhd = ({ scale = 1000, duration = 5000, version = 0, length = 100 } = {}) => {
  const content = Buffer.alloc(length);
  content[0] = version;
  content.writeUInt32BE(scale, version ? 20 : 12);
  if (version) content.writeBigUInt64BE(BigInt(duration), 24);
  else content.writeUInt32BE(duration, 16);
  return box('mvhd', content);
};
const trak = ({ width = 640, height = 360, turned = false, length = 84, size = 'plain' as Size } = {}) => {
  const content = Buffer.alloc(length);
  content.writeInt32BE(turned ? 0 : 0x10000, length - 44);
  // what stands beside it is none of the matrix's first
  content.writeInt32BE(turned ? 0x10000 : 0, length - 40);
  content.writeUInt32BE(width * 0x10000 + 0x8000, length - 8);
  content.writeUInt32BE(height * 0x10000, length - 4);
  return box('trak', box('tkhd', content), size);
};
const moov = (...parts: Buffer[]) => box('moov', Buffer.concat(parts));
const ftyp = box('ftyp', Buffer.from('mp42'));
const free = (times: number) => Buffer.concat(Array.from({ length: times }, () => box('free')));
const right = { width: 640, height: 360, seconds: 5 };
/** An index of so many bytes. */
const padded = (size: number) => {
  const parts = Buffer.concat([mvhd(), trak()]);
  return moov(parts, box('free', Buffer.alloc(size - parts.length - 8)));
};

const seen: [what: string, file: () => Buffer[], measured: object | undefined][] = [
  ['an index at the end', () => [ftyp, box('mdat', Buffer.alloc(99)), moov(mvhd(), trak())], right],
  ['an index at the beginning', () => [moov(mvhd(), trak()), box('mdat')], right],
  ['a long box before it', () => [ftyp, box('mdat', Buffer.alloc(9), 'long'), moov(mvhd(), trak())], right],
  [
    'an index that goes on to the end',
    () => [ftyp, box('moov', Buffer.concat([mvhd(), trak()]), 'rest')],
    right,
  ],
  ['a long index', () => [ftyp, box('moov', Buffer.concat([mvhd(), trak()]), 'long')], right],
  ['a long track', () => [ftyp, moov(mvhd(), trak({ size: 'long' }))], right],
  ['a track that goes on to the end', () => [ftyp, moov(mvhd(), trak({ size: 'rest' }))], right],
  ['times in eight bytes', () => [moov(mvhd({ version: 1 }), trak())], right],
  ['half a second', () => [moov(mvhd({ duration: 5500 }), trak())], { ...right, seconds: 6 }],
  ['a moment less', () => [moov(mvhd({ duration: 5499 }), trak())], right],
  ['no scale', () => [moov(mvhd({ scale: 0 }), trak())], { ...right, seconds: 0 }],
  [
    'a picture on its side',
    () => [moov(mvhd(), trak({ turned: true }))],
    { width: 360, height: 640, seconds: 5 },
  ],
  ['sound first', () => [moov(mvhd(), trak({ width: 0, height: 0 }), trak())], right],
  ['a track that is flat', () => [moov(mvhd(), trak({ width: 0 }), trak({ height: 0 }), trak())], right],
  ['a track without a header', () => [moov(mvhd(), box('trak'), trak())], right],
  ['headers as short as they may be', () => [moov(mvhd({ length: 32 }), trak({ length: 84 }))], right],
  ['a header of a movie that is too short', () => [moov(mvhd({ length: 31 }), trak())], undefined],
  [
    'a header of a track that is too short',
    () => [moov(mvhd(), trak({ length: 83 }), trak({ width: 1 }))],
    { ...right, width: 1 },
  ],
  ['no header of a movie', () => [moov(trak())], undefined],
  ['no track', () => [moov(mvhd())], undefined],
  ['no index', () => [ftyp, box('mdat')], undefined],
  ['nothing', () => [], undefined],
  ['few boxes before the index', () => [free(999), moov(mvhd(), trak())], right],
  ['more boxes than anybody needs', () => [free(1000), moov(mvhd(), trak())], undefined],
  ['few boxes in the index', () => [moov(mvhd(), free(998), trak())], right],
  ['more boxes in the index than anybody needs', () => [moov(mvhd(), free(999), trak())], undefined],
  ['a large index', () => [padded(8 * 1024 * 1024)], right],
  ['an index that is larger', () => [padded(8 * 1024 * 1024 + 1)], undefined],
  [
    'a box that says it is smaller than its header',
    () => [Buffer.from('0000000766726565', 'hex'), moov(mvhd(), trak())],
    undefined,
  ],
  ['an index that says it is larger than the file', () => [moov(mvhd(), trak()).subarray(0, -1)], undefined],
  [
    'something behind the tracks that is no box',
    () => [moov(mvhd(), trak(), Buffer.from('0000000766726565', 'hex'))],
    right,
  ],
  [
    'a header of a long box, cut off, behind the tracks',
    () => [moov(mvhd(), trak(), Buffer.from('0000000166726565', 'hex'))],
    right,
  ],
];

for (const [what, file, measured] of seen)
  test(`${what}: ${measured ? 'it is measured' : 'it is no video'}`, async ({ place }) => {
    const at = path.join(place, 'clip.mp4');
    await writeFile(at, Buffer.concat(file()));
    assert.equal(await measureMp4(at), measured);
  });

test.run();
