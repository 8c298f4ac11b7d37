import { type LiveLook, type LiveNews, liveRates } from '../../../contract/buying/live';
import type { Player, Size } from './player';

/** Milliseconds between two looks, between two that say nothing new, and between two that measure. */
const [lookMs, idleMs, measureMs] = [250, 5_000, 2_000];
/** Pictures that may wait in the engine before the gateway sends no more. */
const mostWaiting = 8;
/** Bytes before the data of a packet. */
const headLength = 12;

export interface Line {
  /** Milliseconds from a touch to the picture that it changes, without the phone's own. */
  latency?: number;
  /** The picture has fewer details or is shown less often, because the line or the engine is slow. */
  isSlow?: boolean;
}
export interface LiveEvents {
  size(size: Size): void;
  line(line: Line): void;
  clipboard(text: string): void;
  /** The phones that do the same now. */
  followers?(now: NonNullable<LiveNews['followers']>): void;
  /** With the code of `liveEnd`, or another one if it was lost. */
  closed(code: number): void;
}
export interface Connection {
  send(...messages: ArrayBuffer[]): void;
  /** Asks for a picture that needs no other. */
  whole(): void;
  close(): void;
}

/** Connects a player to the stream at an address, until either closes it. */
export function connect(url: string, document: Document, player: Player, on: LiveEvents): Connection {
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  let [got, said, saidAt, measuredAt] = [0, -1, 0, 0];
  let isAway = false;
  let line: Line = {};

  const tell = (look: LiveLook) => socket.send(JSON.stringify(look));
  function look() {
    if (socket.readyState !== 1) return;
    const now = Date.now();
    if (document.hidden) {
      if (!isAway) tell({ got, away: true });
      isAway = true;
      return;
    }
    const isBusy = player.waiting() > mostWaiting;
    const isNew = got !== said && !isBusy;
    const measures = now - measuredAt >= measureMs;
    if (!isAway && !isNew && !measures && now - saidAt < idleMs) return;
    isAway = false;
    if (isNew) said = got;
    saidAt = now;
    if (measures) measuredAt = now;
    tell({ got: Math.max(said, 0), ...(measures && { at: Math.round(performance.now()) }) });
  }
  function read(message: ArrayBuffer) {
    got += message.byteLength;
    const view = new DataView(message);
    if (message.byteLength === headLength) {
      const size = { width: view.getUint32(4), height: view.getUint32(8) };
      player.restart(size);
      return on.size(size);
    }
    const flags = view.getUint8(0);
    player.put({
      kind: flags & 0x80 ? 'configuration' : flags & 0x40 ? 'key' : 'delta',
      at: (view.getUint32(0) & 0x3fffffff) * 2 ** 32 + view.getUint32(4),
      data: new Uint8Array(message, headLength),
    });
  }
  function hear({ at, provider = 0, rate, clipboard, followers }: LiveNews) {
    if (followers) on.followers?.(followers);
    if (clipboard !== undefined) on.clipboard(clipboard);
    if (rate) line = { ...line, isSlow: rate < liveRates[0] };
    if (at !== undefined)
      line = { ...line, latency: Math.max(0, Math.round(performance.now() - at)) + provider };
    if (rate || at !== undefined) on.line(line);
  }
  const timer = setInterval(look, lookMs);
  const close = () => {
    clearInterval(timer);
    socket.onmessage = socket.onclose = null;
    socket.close();
  };
  socket.onmessage = ({ data }) => (typeof data === 'string' ? hear(JSON.parse(data)) : read(data));
  socket.onclose = ({ code }) => {
    close();
    on.closed(code);
  };
  return {
    send: (...messages) => {
      if (socket.readyState === 1) for (const message of messages) socket.send(message);
    },
    whole: () => {
      if (socket.readyState === 1) tell({ got: Math.max(said, 0), whole: true });
    },
    close,
  };
}
