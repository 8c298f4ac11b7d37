import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

const meta = Buffer.from('683236340000016800000280', 'hex');
const kinds = { configuration: 0x80, key: 0x40, delta: 0 };

/** A packet in the framing of scrcpy; its content is random enough for a gateway, which does not look into it. */
export function packet(kind: keyof typeof kinds, length = 1000): Buffer {
  const bytes = Buffer.alloc(12 + length, length);
  bytes.writeUInt32BE(0, 0);
  bytes[0] = kinds[kind];
  bytes.writeUInt32BE(0, 4);
  bytes.writeUInt32BE(length, 8);
  return bytes;
}
const kindOf = (message: Buffer) =>
  message.length === 12
    ? 'size'
    : Object.entries(kinds).find(([, flag]) => flag === ((message[0] ?? 0) & 0xc0))?.[0];

/** A provider whose streams the test sends: each begins with the size, a configuration and a complete picture. */
export async function streaming({ hangs = false } = {}) {
  const asked: { machine: string; bitrate: number }[] = [];
  const controls: Buffer[] = [];
  const streams: WebSocket[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    if (request.url !== '/machines/stream') return void response.writeHead(404).end();
    asked.push(JSON.parse(body));
    if (!hangs) response.end(JSON.stringify({ url: `ws://${request.headers.host}/s` }));
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (stream) => {
    streams.push(stream);
    stream.on('message', (message: Buffer) => controls.push(message));
    for (const one of [meta, packet('configuration', 20), packet('key', 4000)]) stream.send(one);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** Messages from members. */
    controls,
    /** The newest is the last. */
    streams,
    send: (message: Buffer | string) => streams[streams.length - 1]?.send(message),
    close() {
      for (const stream of streams) stream.terminate();
      server.closeAllConnections();
      return new Promise<void>((done) => void server.close(() => done()));
    },
  };
}

/** A page that shows a live picture: what has arrived, and the code with which it was closed. `origin`: of a browser's page. */
export function watching(address: string, origin?: string) {
  const socket = new WebSocket(address.replace(/^http/, 'ws'), origin ? { origin } : {});
  const messages: Buffer[] = [];
  const news: any[] = [];
  let code: number | undefined;
  let status: number | undefined;
  let opened: number | undefined;
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) messages.push(data);
    else news.push(JSON.parse(data.toString()));
  });
  socket.on('close', (closed) => {
    code = closed;
  });
  socket.on('open', () => {
    opened = 101;
  });
  socket.on('unexpected-response', (request, response) => {
    status = response.statusCode;
    request.destroy();
  });
  socket.on('error', () => {});
  const until = async <T>(found: () => T | undefined | false): Promise<T> => {
    for (;;) {
      const value = found();
      if (value !== undefined && value !== false) return value;
      await new Promise((turn) => setTimeout(turn, 5));
    }
  };
  return {
    socket,
    messages,
    news,
    until,
    kinds: () => messages.map(kindOf),
    bytes: () => messages.reduce((all, { length }) => all + length, 0),
    /** Says that everything that has arrived is shown. */
    look(more: object = {}) {
      const got = messages.reduce((all, { length }) => all + length, 0);
      socket.send(JSON.stringify({ got, ...more }));
    },
    closed: () => until(() => code),
    /** The status of the response: 101 if it was not refused. */
    refused: () => until(() => status ?? opened),
    isOpen: () => code === undefined && status === undefined,
  };
}
