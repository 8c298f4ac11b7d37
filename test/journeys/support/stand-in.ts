import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const listen = (server: Server) =>
  new Promise<string>((settle) => {
    server.listen(0, '127.0.0.1', () => settle(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });

/**
 * The origin that embeds come from, before a gateway that knows no embed tokens yet: serves `dist/embed`, opens the calls of
 * embeds and passes them on in the name of the demo member. `kill`: tokens that it will not know any more.
 */
export async function standIn(gateway: string, partner: string) {
  const alive = new Set<string>();
  const asked: string[] = [];
  const page = await (await fetch(gateway)).text();
  const config = /name="?cloudphone"? content="([^"]*)"/.exec(page)![1]!.replace(/&quot;/g, '"');
  const { secret } = JSON.parse(config.replace(/&amp;/g, '&'));

  async function pass(path: string, data: object, member = { token: '', userId: '' }, language = 'en_US') {
    const header = { uuid: randomUUID(), appid: 'h5', authToken: member.token, timestamp: Date.now() };
    const text = JSON.stringify({ header, body: { data } });
    return fetch(`${gateway}/api/${path}`, {
      method: 'POST',
      body: text,
      headers: {
        'content-type': 'application/json',
        'accept-language': language,
        token: md5(secret + text + secret),
        userid: member.userId,
        ...(member.token && { authorization: `Bearer ${member.token}` }),
      },
    });
  }
  const signedIn = await (
    await pass('txUser/login', { account: 'demo', password: 'cloud2026', agreed: true })
  ).json();
  const member = { token: signedIn.body.token, userId: signedIn.body.userInfo.userId };

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://x');
    asked.push(`${request.method} ${pathname}`);
    const open = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
    let body = '';
    for await (const part of request) body += part;
    if (pathname.startsWith('/api/')) {
      const [text = '', signature, language] = body.split('\n');
      const envelope = JSON.parse(text);
      const token = envelope.header.authToken;
      if (md5(token + text + token) !== signature) return response.writeHead(401, open).end('{}');
      if (!alive.has(token))
        return response
          .writeHead(200, open)
          .end(JSON.stringify({ header: { res_code: '510', message: '' }, body: {} }));
      const answer = await pass(pathname.slice('/api/'.length), envelope.body.data, member, language);
      return response.writeHead(answer.status, open).end(await answer.text());
    }
    if (pathname.startsWith('/frame/')) {
      const { script, integrity } = JSON.parse(readFileSync('dist/embed/frame.json', 'utf8'));
      const known = pathname === '/frame/p_1' ? partner : "'none'";
      return response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors ${known}; base-uri 'none'; form-action 'none'`,
          'cross-origin-embedder-policy': 'require-corp',
          'cross-origin-resource-policy': 'cross-origin',
        })
        .end(
          `<!doctype html><html lang="en"><head><meta name="cloudphone" content='${JSON.stringify({ origins: [partner] })}'></head><body><script type="module" crossorigin src="${script}" integrity="${integrity}"></script></body></html>`,
        );
    }
    const file = `dist/embed${pathname}`;
    if (!/^\/(c|v1|\d+\.\d+\.\d+)\/[\w.-]+$/.test(pathname) || !existsSync(file))
      return response.writeHead(pathname.startsWith('/embed/v1/revoke') ? 204 : 404, open).end();
    response
      .writeHead(200, {
        ...open,
        'content-type': file.endsWith('.js') ? 'text/javascript' : 'application/json',
        'cache-control': pathname.startsWith('/c/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      })
      .end(readFileSync(file));
  });
  return {
    origin: await listen(server),
    asked,
    alive,
    stop: () => new Promise((settle) => server.close(settle)),
  };
}
