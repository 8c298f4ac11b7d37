import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a provider got. */
export interface Asked {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

/** A provider's server on this machine: answers as `answer` says, and keeps what it was asked. */
export async function answering(answer: (asked: Asked) => Answer | object) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
    asked.push(one);
    const said = await answer(one);
    const plain = 'body' in said && typeof said.body === 'string' ? (said as Answer) : undefined;
    response.writeHead(plain?.status ?? 200, { 'content-type': 'application/json', ...plain?.headers });
    response.end(plain ? plain.body : JSON.stringify(said));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () => new Promise<void>((done) => void server.close(() => done())),
  };
}
