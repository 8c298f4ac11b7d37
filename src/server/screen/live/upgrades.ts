import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

type TakeUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Headers of a request that asks for another protocol, which a server may ignore. */
const ofUpgrades = /^(connection|upgrade|http2-settings)$/i;

/**
 * Passes requests for a WebSocket at `path` to `take`. Node hands over every request for another protocol as soon as anybody takes one, but a client
 * that offers HTTP/2, as Java's does, expects an answer in HTTP/1.1: such a request is read again without its offer.
 */
export function takeUpgrades(server: Server, path: string, take: TakeUpgrade): void {
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const isWebSocket = /^websocket$/i.test(request.headers.upgrade ?? '');
    if (isWebSocket && request.url?.split('?')[0] === path) return take(request, socket, head);
    if (isWebSocket) return refuseUpgrade(socket, '404 Not Found');
    const { method, url, rawHeaders } = request;
    let again = `${method} ${url} HTTP/1.1\r\n`;
    for (let at = 0; at < rawHeaders.length; at += 2)
      if (!ofUpgrades.test(rawHeaders[at] ?? '')) again += `${rawHeaders[at]}: ${rawHeaders[at + 1]}\r\n`;
    socket.unshift(Buffer.concat([Buffer.from(`${again}\r\n`, 'latin1'), head]));
    server.emit('connection', socket);
  });
}

/** Answers a request for a WebSocket with a status instead. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
