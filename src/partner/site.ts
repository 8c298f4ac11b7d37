import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { scopes } from '../embed/npm/server';
import { documentAt, leadingTo } from './docs';
import { type Account, connectMember, isLinked, mintToken, Refused } from './mint';
import { page, strictPolicy } from './pages';
import { isOwnPage, shopperOf, signedIn } from './shoppers';
import { support } from './support';

// The example partner: a third-party site that knows only the public interface of Cloudphone.

/** The scripts of the pages that have nothing else of their own. */
const scripts: Record<string, string> = {
  '/': '/shop.js',
  '/react': '/react.js',
  '/support': '/support.js',
};

const types: Record<string, string> = { js: 'text/javascript', css: 'text/css' };

export interface Site extends Account {
  port: number;
  /** The origin of Cloudphone's scripts for browsers. */
  embeds: string;
  /** The shop's own origins. */
  origins: readonly string[];
  /** Folder of its files. */
  files: string;
  log(error: unknown): void;
}

async function read(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const part of request) {
    text += part;
    if (text.length > 10_000) throw new Error('too long');
  }
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value ? (value as Record<string, unknown>) : {};
}

/** The path and hash of a pinned release, from the gateway. */
async function pinned(gateway: string) {
  const { version, files: hashes } = await (await fetch(`${gateway}/sri.json`)).json();
  return { path: `/${version}/embed.js`, integrity: hashes[`/${version}/embed.js`] };
}

/** Starts the shop on its port. Rejects if the port is in use. */
export async function openSite(site: Site): Promise<{ close(): Promise<void> }> {
  const { port, secret, origins, embeds, id: partner, gateway, files, log } = site;
  const send = (response: ServerResponse, status: number, type: string, body: string, more = {}) =>
    response
      .writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store', ...more })
      .end(body);
  const json = (response: ServerResponse, status: number, body: object, more = {}) =>
    send(response, status, 'application/json', JSON.stringify(body), more);

  async function post(url: string, request: IncomingMessage, response: ServerResponse) {
    if (!isOwnPage(request, origins)) return json(response, 403, { error: 'not from a page of this shop' });
    const input = await read(request);
    if (url === '/sign-in')
      return json(response, 200, {}, { 'set-cookie': signedIn(String(input.who), secret) });
    const [, act] = /^\/support\/(ask|get|open|end)$/.exec(url) ?? [];
    if (act) return json(response, ...(await support(site, act, input, request.headers.origin ?? '')));
    if (url !== '/cp/embed-token') return json(response, 404, {});
    const member = shopperOf(request, secret);
    if (!member) return json(response, 401, { error: 'nobody is signed in' });
    const feature = String(input.feature);
    const allowed = new Map(Object.entries(scopes)).get(feature); // all scopes, because the playground shows everything
    if (!allowed) return json(response, 400, { error: 'the shop does not show that' });
    const origin = request.headers.origin ?? '';
    try {
      return json(response, 200, await mintToken(site, { member, feature, scopes: allowed, origin }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // a reload sends the code again: a shopper who is linked by then goes on
      if (error.body.error === 'code_refused' && (await isLinked(site, { member, origin: origins[0] ?? '' })))
        return response.writeHead(303, { location: '/' }).end();
      return json(response, error.status, error.body);
    }
  }

  /** A shopper has agreed on Cloudphone's page, and returns with a code: it is valid only for the shopper who is signed in here. */
  async function connected(code: string, member: string | undefined, response: ServerResponse) {
    const home = 'Go back to the shop: /';
    if (!member) return send(response, 401, 'text/plain', `Sign in to the shop first. ${home}`);
    try {
      await connectMember(site, { member, code });
      return response.writeHead(303, { location: '/', 'referrer-policy': 'no-referrer' }).end();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return send(response, error.status, 'text/plain', `Not connected: ${error.body.message}. ${home}`);
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname: url, searchParams } = new URL(request.url ?? '/', 'http://shop');
    if (request.method === 'POST') return post(url, request, response);
    if (url === '/favicon.ico') return response.writeHead(204).end();
    const who = shopperOf(request, secret);
    if (url === '/cp/connected' && searchParams.has('error'))
      return response.writeHead(303, { location: '/' }).end(); // declined
    if (url === '/cp/connected') return connected(searchParams.get('cloudphone_code') ?? '', who, response);
    const about = { embeds, partner, who };
    const script = scripts[url];
    if (script) return send(response, 200, 'text/html', page({ ...about, script }));
    if (url === '/playground')
      return send(
        response,
        200,
        'text/html',
        page({ ...about, widgets: Object.keys(scopes), script: '/playground.js' }),
      );
    if (url === '/strict') {
      const strict = { ...about, pinned: await pinned(gateway), script: '/shop.js' };
      const policy = { 'content-security-policy': strictPolicy(embeds) };
      return send(response, 200, 'text/html', page(strict), policy);
    }
    const elsewhere = leadingTo(url, embeds, request.headers['accept-language']);
    if (elsewhere) return response.writeHead(302, { location: elsewhere }).end();
    const document = await documentAt(path.join(files, '../docs'), url);
    if (document) return response.writeHead(200, { 'content-type': document.type }).end(document.body);
    const [, name, type = ''] =
      /^\/((?:shop|shop-words|support|react|playground|playground-words)\.(js|css))$/.exec(url) ?? [];
    if (!name) return send(response, 404, 'text/plain', 'There is nothing here.');
    const text = await readFile(path.join(files, name), 'utf8');
    return send(response, 200, types[type] ?? 'text/plain', text.split('%EMBEDS%').join(embeds));
  }

  const server: Server = createServer((request, response) => {
    response.setHeader('x-content-type-options', 'nosniff');
    answer(request, response).catch((error) => {
      log(error);
      if (!response.headersSent) json(response, 502, { error: 'that did not work' });
    });
  });
  await new Promise<void>((resolve, fail) => {
    server.once('error', fail);
    server.listen(port, '::', resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
