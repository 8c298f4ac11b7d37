import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A partner's site: whatever page it is given, and an endpoint that gives out what `mint` makes. */
export async function openPartner() {
  const site = {
    page: '',
    headers: {} as Record<string, string>,
    mint: async () => '',
    asked: [] as string[],
    signedOut: false,
  };
  const send = (response: ServerResponse, type: string, text: string, more = {}) =>
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, ...more }).end(text);
  const server = createServer(async (request, response) => {
    if (request.url === '/favicon.ico') return response.writeHead(204).end();
    if (request.url !== '/token') return send(response, 'text/html', site.page, site.headers);
    let body = '';
    for await (const part of request) body += part;
    site.asked.push(JSON.parse(body).reason);
    if (site.signedOut) return response.writeHead(401).end();
    return send(response, 'application/json', JSON.stringify({ token: await site.mint(), expiresIn: 300 }));
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  return Object.assign(site, {
    // another name than the gateway's, so that it is another site to the browser
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((settle) => server.close(settle)),
  });
}
