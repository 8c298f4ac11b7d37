import { joined, type Size, unitsOf } from './player';

// The parts of an MP4 (ISO/IEC 14496-12 and -15) that an engine needs for one track of H.264.

/** Ticks a second of all times: those of the stream. */
export const timescale = 1_000_000;

const bytes = (...values: number[]) => new Uint8Array(values);
const u16 = (value: number) => bytes(value >> 8, value & 255);
export const u32 = (value: number) =>
  bytes(value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255);
const zeros = (count: number) => new Uint8Array(count);
const ascii = (text: string) => bytes(...[...text].map((letter) => letter.charCodeAt(0)));
export const box = (name: string, ...parts: Uint8Array[]) => {
  const content = joined(...parts);
  return joined(u32(content.length + 8), ascii(name), content);
};
/** A box with a version and flags. */
export const full = (name: string, flags: number, ...parts: Uint8Array[]) => box(name, u32(flags), ...parts);
/** The picture as it is: not turned, not scaled. */
const matrix = joined(u32(0x10000), zeros(12), u32(0x10000), zeros(12), u32(0x40000000));

/** A record of the configuration, from its units. */
function configurationOf(configuration: Uint8Array<ArrayBuffer>): Uint8Array {
  const units = unitsOf(configuration);
  const sets = (type: number) => units.filter((unit) => ((unit[0] ?? 0) & 31) === type);
  const [first = zeros(4)] = sets(7);
  const listed = (some: Uint8Array[]) => some.map((unit) => joined(u16(unit.length), unit));
  return box(
    'avcC',
    bytes(1, first[1] ?? 0, first[2] ?? 0, first[3] ?? 0, 255, 0xe0 | sets(7).length),
    ...listed(sets(7)),
    bytes(sets(8).length),
    ...listed(sets(8)),
  );
}

export const fileType = box('ftyp', ascii('isom'), u32(1), ascii('isomavc1'));

/** The description of the one track of a file. `duration` in ticks; `tables`: of its pictures; `more`: boxes behind the track. */
export function movie(
  configuration: Uint8Array<ArrayBuffer>,
  { width, height }: Size,
  duration: number,
  tables: Uint8Array[],
  ...more: Uint8Array[]
): Uint8Array {
  const entry = box(
    'avc1',
    zeros(6),
    u16(1),
    zeros(16),
    u16(width),
    u16(height),
    u32(0x480000),
    u32(0x480000),
    zeros(4),
    u16(1),
    zeros(32),
    u16(24),
    u16(0xffff),
    configurationOf(configuration),
  );
  const table = box('stbl', full('stsd', 0, u32(1), entry), ...tables);
  const source = box('dinf', full('dref', 0, u32(1), full('url ', 1)));
  const media = box(
    'mdia',
    full('mdhd', 0, zeros(8), u32(timescale), u32(duration), u16(0x55c4), u16(0)),
    full('hdlr', 0, zeros(4), ascii('vide'), zeros(13)),
    box('minf', full('vmhd', 1, zeros(8)), source, table),
  );
  const track = box(
    'trak',
    full(
      'tkhd',
      7,
      zeros(8),
      u32(1),
      zeros(4),
      u32(duration),
      zeros(16),
      matrix,
      u16(width),
      u16(0),
      u16(height),
      u16(0),
    ),
    media,
  );
  return box(
    'moov',
    full(
      'mvhd',
      0,
      zeros(8),
      u32(timescale),
      u32(duration),
      u32(0x10000),
      u16(0x100),
      zeros(10),
      matrix,
      zeros(24),
      u32(2),
    ),
    track,
    ...more,
  );
}

/** The beginning of a file without an end. */
export function beginning(configuration: Uint8Array<ArrayBuffer>, size: Size): Uint8Array {
  const empty = (name: string, count = 1) => full(name, 0, zeros(4 * count));
  const tables = [empty('stts'), empty('stsc'), empty('stsz', 2), empty('stco')];
  const unending = box('mvex', full('trex', 0, u32(1), u32(1), zeros(12)));
  return joined(fileType, movie(configuration, size, 0, tables, unending));
}

/** A picture as a file has it: its units, each behind its length. */
export const sample = (data: Uint8Array<ArrayBuffer>) =>
  joined(...unitsOf(data).flatMap((unit) => [u32(unit.length), unit]));

/** One picture. `from` and `duration` in ticks. */
export function fragment(
  number: number,
  {
    data,
    from,
    duration,
    isKey,
  }: { data: Uint8Array<ArrayBuffer>; from: number; duration: number; isKey: boolean },
): Uint8Array {
  const content = box('mdat', sample(data));
  const moof = (offset: number) =>
    box(
      'moof',
      full('mfhd', 0, u32(number)),
      box(
        'traf',
        full('tfhd', 0x20000, u32(1)),
        full('tfdt', 0x1000000, u32(Math.floor(from / 2 ** 32)), u32(from % 2 ** 32)),
        // one sample, with where it is, its duration, its size and whether it needs others
        full(
          'trun',
          0x701,
          u32(1),
          u32(offset),
          u32(duration),
          u32(content.length - 8),
          u32(isKey ? 0x2000000 : 0x1010000),
        ),
      ),
    );
  return joined(moof(moof(0).length + 8), content);
}
