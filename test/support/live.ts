import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { codecMeta, packetOf } from '../../tools/phone/scrcpy.mjs';

export const size = { width: 360, height: 640 };
export const configuration = Buffer.from('000000016742c01fd9000000000168cb83cb20', 'hex');
export const packet = (kind: 'configuration' | 'key' | 'delta', data = Buffer.from('0000000165', 'hex')) =>
  packetOf({ kind, at: 66_667, data });

/** The gateway's end of live pictures. */
export async function openStreams() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const pages: WebSocket[] = [];
  const looks: { got: number; at?: number; away?: boolean; whole?: boolean }[] = [];
  const received: Buffer[] = [];
  server.on('connection', (page) => {
    pages.push(page);
    page.on('message', (data: Buffer, isBinary) => {
      if (isBinary) received.push(data);
      else looks.push(JSON.parse(data.toString()));
    });
    const first = [codecMeta(360, 640), packet('configuration', configuration), packet('key')];
    for (const message of first) page.send(message);
  });
  await new Promise((ready) => server.once('listening', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/screens/live?ticket=t`,
    pages,
    looks,
    received,
    page: () => pages[pages.length - 1] as WebSocket,
    close() {
      for (const page of pages) page.terminate();
      return new Promise((done) => void server.close(done));
    },
  };
}

/** An engine's decoder, which shows each picture at once. */
export class Decoder {
  static isConfigSupported = async () => ({ supported: true });
  static codecs: string[] = [];
  static decoded: { type: string; data: Uint8Array }[] = [];
  state = 'unconfigured';
  decodeQueueSize = 0;
  constructor(readonly on: { output(frame: object): void }) {}
  configure({ codec }: { codec: string }) {
    Decoder.codecs.push(codec);
    this.state = 'configured';
  }
  decode(chunk: { type: string; data: Uint8Array }) {
    Decoder.decoded.push(chunk);
    this.on.output({ displayWidth: 360, displayHeight: 640, close() {} });
  }
  close() {
    this.state = 'closed';
  }
}
export class Chunk {
  constructor(about: object) {
    Object.assign(this, about);
  }
}
