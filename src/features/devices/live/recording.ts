import { box, fileType, full, movie, sample, timescale, u32 } from './mp4';
import { joined, type Packet, type Size, type Tape } from './player';

/** Seconds that a recording has at most. */
export const mostSeconds = 60;
/** Ticks of the last picture, after which nothing tells how long it was shown. */
const lastTicks = timescale / 15;
/** Milliseconds by which the phone's clock may differ from ours before ours counts: the stream has begun anew. */
const jumpMs = 2_000;

interface Picture {
  data: Uint8Array;
  isKey: boolean;
  /** Ticks since the first one. */
  at: number;
}

/** Consecutive equal values, as pairs of their number and the value. */
function runs(values: readonly number[]): Uint8Array {
  const pairs: [count: number, value: number][] = [];
  for (const value of values) {
    const last = pairs[pairs.length - 1];
    if (last?.[1] === value) last[0]++;
    else pairs.push([1, value]);
  }
  return joined(u32(pairs.length), ...pairs.flatMap(([count, value]) => [u32(count), u32(value)]));
}

/** A file with these pictures, which players can seek in. `end` in ticks. */
function fileOf(
  configuration: Uint8Array<ArrayBuffer>,
  size: Size,
  pictures: readonly Picture[],
  end: number,
): Uint8Array[] {
  const count = u32(pictures.length);
  const keys = pictures.flatMap(({ isKey }, at) => (isKey ? [u32(at + 1)] : []));
  const durations = pictures.map(({ at }, nth) => (pictures[nth + 1]?.at ?? end) - at);
  const tables = (offset: number) => [
    full('stts', 0, runs(durations)),
    full('stss', 0, u32(keys.length), ...keys),
    full('stsc', 0, u32(1), u32(1), count, u32(1)),
    full('stsz', 0, u32(0), count, ...pictures.map(({ data }) => u32(data.length))),
    full('stco', 0, u32(1), u32(offset)),
  ];
  const head = (offset: number) => joined(fileType, movie(configuration, size, end, tables(offset)));
  const length = pictures.reduce((all, { data }) => all + data.length, 8);
  return [
    head(head(0).length + 8),
    joined(u32(length), box('mdat').subarray(4)),
    ...pictures.map(({ data }) => data),
  ];
}

export interface Recording extends Tape {
  /** Seconds so far; undefined before its first picture. */
  seconds(): number | undefined;
  /** The file, as MP4; undefined if there is no picture. */
  file(): Blob | undefined;
}

/** Keeps a stream from its next complete picture on. `onEnd`: it cannot go on, because the pictures have another size or configuration. `now` in milliseconds. */
export function createRecording(size: Size, onEnd: () => void, now: () => number): Recording {
  let of = size;
  let configuration = new Uint8Array();
  let pictures: Picture[] = [];
  let isOver = false;
  let [beganAt, cameAt, last, offset] = [0, 0, 0, 0];
  const end = () => {
    if (!isOver && pictures.length) onEnd();
    isOver = isOver || pictures.length > 0;
  };
  /** The ticks of a picture by the phone's clock, or by ours where that has jumped. */
  function ticksOf(at: number): number {
    const passed = (now() - cameAt) * 1000;
    const next = pictures.length ? at - last : 0;
    const isJump = next < 0 || Math.abs(next - passed) > jumpMs * 1000;
    offset += pictures.length && isJump ? Math.max(1, passed) : next;
    return Math.round(offset);
  }
  return {
    restart(next) {
      if (next.width !== of.width || next.height !== of.height) end();
      if (!isOver) of = next;
    },
    put({ kind, at, data }: Packet) {
      if (isOver) return;
      if (kind === 'configuration') {
        if (data.join() !== configuration.join()) end();
        if (!isOver) configuration = data;
        return;
      }
      const isKey = kind === 'key';
      if (!pictures.length && (!isKey || !configuration.length)) return;
      if (!pictures.length) beganAt = now();
      const ticks = ticksOf(at);
      pictures.push({ data: sample(data), isKey, at: ticks });
      [cameAt, last] = [now(), at];
      if (ticks >= mostSeconds * timescale) {
        pictures = pictures.slice(0, -1);
        end();
      }
    },
    seconds: () => (pictures.length ? Math.min(mostSeconds, (now() - beganAt) / 1000) : undefined),
    file() {
      if (!pictures.length) return;
      isOver = true;
      const shown = offsetOf(pictures) + Math.max(lastTicks, (now() - cameAt) * 1000);
      const until = Math.round(Math.min(mostSeconds * timescale, shown));
      return new Blob(fileOf(configuration, of, pictures, until) as BlobPart[], { type: 'video/mp4' });
    },
  };
}
const offsetOf = (pictures: readonly Picture[]) => pictures[pictures.length - 1]?.at ?? 0;
