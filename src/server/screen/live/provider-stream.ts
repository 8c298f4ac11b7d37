import type * as ws from 'ws';
import { load } from '../../kernel/load';
import { kindOf } from './framing';

/** Milliseconds for the handshake, between two questions whether it is still there, and without an answer to one. */
const [handshakeMs, askEveryMs, silentMs] = [5_000, 5_000, 12_000];
/** Bytes of a message: more than a complete picture of a large screen. */
const largestMessage = 2 * 1024 * 1024;
/** Bytes of controls that may wait for a provider that does not read. */
const mostWaiting = 65_536;
/** Characters of a clipboard. */
const longestClipboard = 16_384;

export interface ProviderStream {
  /** Milliseconds to the provider and back, once known. */
  readonly roundTrip: number | undefined;
  control(message: Buffer): void;
  close(): void;
}

interface StreamEvents {
  packet(message: Buffer): void;
  clipboard(text: string): void;
  /** It has ended, or never began. Not called after `close`. */
  end(reason: string): void;
}

/** Opens the stream at an address of the provider's. */
export function openProviderStream(url: string, on: StreamEvents): ProviderStream {
  const { WebSocket } = load('ws') as typeof ws;
  const socket = new WebSocket(url, {
    handshakeTimeout: handshakeMs,
    maxPayload: largestMessage,
    perMessageDeflate: false,
    followRedirects: false,
  });
  let roundTrip: number | undefined;
  let asked = 0;
  let answered = performance.now();
  let isOver = false;
  const over = (reason?: string) => {
    if (isOver) return;
    isOver = true;
    clearInterval(asking);
    socket.terminate();
    if (reason) on.end(reason);
  };
  const ask = () => {
    if (performance.now() - answered > silentMs) return over('silent');
    if (socket.readyState !== WebSocket.OPEN) return;
    asked = performance.now();
    socket.ping();
  };
  const asking = setInterval(ask, askEveryMs);
  socket.on('open', ask);
  socket.on('pong', () => {
    answered = performance.now();
    roundTrip = Math.round(answered - asked);
  });
  socket.on('message', (data: Buffer, isBinary) => {
    if (isOver) return;
    if (!isBinary) return on.clipboard(data.toString('utf8').slice(0, longestClipboard));
    if (kindOf(data)) on.packet(data);
    else over('no packet');
  });
  socket.on('close', (code) => over(`closed ${code}`));
  // the message of a handshake's error names the address, which is secret
  socket.on('error', (error: Error & { code?: string }) => over(error.code ?? 'refused'));
  return {
    get roundTrip() {
      return roundTrip;
    },
    control(message) {
      if (socket.readyState === WebSocket.OPEN && socket.bufferedAmount < mostWaiting) socket.send(message);
    },
    close: () => over(),
  };
}
