/** A packet of the stream, in the framing of scrcpy; `at` in microseconds of the phone's clock. */
export interface Packet {
  kind: 'configuration' | 'key' | 'delta';
  at: number;
  /** Units of H.264, each after `00 00 00 01`. */
  data: Uint8Array<ArrayBuffer>;
}
export interface Size {
  width: number;
  height: number;
}

/** Receives a stream that is shown. */
export type Tape = Pick<Player, 'put' | 'restart'>;

/** Shows a stream in an element. */
export interface Player {
  readonly element: HTMLElement;
  put(packet: Packet): void;
  /** Another stream or another size follows, which begins with a configuration. */
  restart(size: Size): void;
  /** Pictures that wait, because they arrive faster than the engine shows them. */
  waiting(): number;
  close(): void;
}
interface PlayerEvents {
  /** A picture is shown. */
  picture(): void;
  /** The engine cannot show this stream. */
  failed(): void;
}
/** The export of the part of each engine. */
export type CreatePlayer = (document: Document, on: PlayerEvents) => Player;

/** `avc1.42c01f` of a configuration: what a decoder has to support. */
export function codecOf(configuration: Uint8Array<ArrayBuffer>): string {
  const [set] = unitsOf(configuration).filter((unit) => ((unit[0] ?? 0) & 31) === 7);
  const hex = [...(set ?? []).slice(1, 4)].map((byte) => byte.toString(16).padStart(2, '0'));
  return `avc1.${hex.join('')}`;
}

/** The units in a packet, without what separates them: 00 00 01, with or without a zero before it. */
export function unitsOf(data: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const units: Uint8Array<ArrayBuffer>[] = [];
  let from = -1;
  for (let at = 0; at + 2 < data.length; at++) {
    if (data[at] || data[at + 1] || data[at + 2] !== 1) continue;
    if (from >= 0) units.push(data.subarray(from, data[at - 1] ? at : at - 1));
    from = at + 3;
    at += 2;
  }
  if (from >= 0) units.push(data.subarray(from));
  return units;
}

export function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
