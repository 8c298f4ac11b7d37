import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { localeOf } from '../kernel/messages';
import { rejectedAnswer } from './answers';

/** The HTTP status for each error code of node's parser. */
const statuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers in an envelope if the request could not be parsed as HTTP. Its language is unknown. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const body = JSON.stringify(rejectedAnswer('en', 'shape', Date.now()));
  const status = statuses[error.code ?? ''] ?? '400 Bad Request';
  const headers = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    'cache-control: no-store',
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`);
}

/** An address that cannot be routed: too long, or malformed. */
export function refuseAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 400;
  void reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(rejectedAnswer(localeOf(request.headers['accept-language']), 'shape', Date.now())));
}
