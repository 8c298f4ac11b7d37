import { createServer, type ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { embedFeatures } from '../../../src/contract/embed/features';
import { connectMember, mintToken, Refused, type TokenRequest } from '../../../src/partner/mint';
import { expect, test as journey } from './journey';

export { expect };

/** Where embeds come from. */
export const ours = process.env.BASE_URL!;
/** The partner whose pages this worker serves. */
export const partner = `p_host${process.env.TEST_PARALLEL_INDEX}`;

interface Asked {
  feature: keyof typeof embedFeatures;
  reason: string;
}
type Token = { token: string; expiresIn: number };

/** A page on another origin, which the gateway knows as a partner's, and that origin's server. */
export interface Host {
  origin: string;
  /** The same server by a name that is no partner's. */
  stranger: string;
  headers: Record<string, string>;
  /** The requests to the page's token endpoint since the page was opened. */
  asked: Asked[];
  /** Its response; a number is a status. */
  answer(asked: Asked): Promise<Token | number>;
  /** A token as its server asks for it: for the demo member, everything that the feature may, unless said otherwise. */
  mint(feature: Asked['feature'], other?: Partial<TokenRequest & { partner: string }>): Promise<Token>;
  /** The customer who is signed in there when a member returns from our consent page. */
  customer: string;
  /** More of its pages, by path. */
  pages: Record<string, string>;
  open(page: Page, body: string, head?: string): Promise<void>;
}

/** An embed's requests to the gateway: its calls, and the answers of its first screen. */
export const calls = /\/(api|embed\/v1\/first)(\/|$)/;
export const script = `<script type="module" src="${ours}/v1/embed.js"></script>`;
export const element = (feature: string, more = '') =>
  `<cloudphone-${feature} partner="${partner}" token-endpoint="/token" loading="eager" ${more}></cloudphone-${feature}>`;
export const htmlOf = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title>${head}</head><body><main><h1>Shop</h1>${body}</main></body></html>`;

async function openHost(port: number) {
  const accountOf = (id: string) => ({ gateway: ours, id, secret: process.env.PARTNER_SECRET! });
  const host: Host = {
    origin: `http://localhost:${port}`,
    stranger: `http://127.0.0.1:${port}`,
    headers: {},
    asked: [],
    answer: async () => 500,
    pages: {},
    customer: 'demo',
    mint: (feature, { partner: id = partner, ...other } = {}) =>
      mintToken(accountOf(id), {
        member: 'demo',
        feature,
        scopes: embedFeatures[feature].scopes,
        origin: host.origin,
        ...other,
      }),
    async open(page, body, head) {
      host.pages['/'] = htmlOf(body, head);
      host.asked = [];
      await page.goto(host.origin);
    },
  };
  const send = (response: ServerResponse, status: number, type: string, text: string, more = {}) =>
    response
      .writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store', ...more })
      .end(text);
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, host.origin);
    if (pathname === '/favicon.ico') return response.writeHead(204).end();
    if (pathname === '/cp/connected') {
      const shown = { member: host.customer, code: searchParams.get('cloudphone_code') ?? '' };
      const refused: unknown = await connectMember(accountOf(partner), shown).catch((error) => error);
      const { body } = refused instanceof Refused ? refused : { body: undefined };
      return body
        ? send(response, 200, 'text/html', htmlOf(`<p>Not connected: ${body.error}</p>`))
        : response.writeHead(303, { location: '/' }).end();
    }
    if (pathname !== '/token') {
      const text = host.pages[pathname];
      const [, ending = ''] = /\.(\w+)$/.exec(pathname) ?? [];
      const type =
        { js: 'text/javascript', css: 'text/css', json: 'application/json' }[ending] ?? 'text/html';
      return send(response, text === undefined ? 404 : 200, type, text ?? '', host.headers);
    }
    let body = '';
    for await (const part of request) body += part;
    const asked = JSON.parse(body) as Asked;
    host.asked.push(asked);
    const answer = await host.answer(asked).catch((error) => {
      if (error instanceof Refused) return error;
      console.error(error);
      return 502;
    });
    if (answer instanceof Refused)
      return send(response, answer.status, 'application/json', JSON.stringify(answer.body));
    if (typeof answer === 'number') return send(response, answer, 'text/plain', '');
    return send(response, 200, 'application/json', JSON.stringify(answer));
  });
  await new Promise<void>((settle) => server.listen(port, '::', settle));
  const close = () => {
    server.closeAllConnections();
    return new Promise((settle) => server.close(settle));
  };
  return { host, close };
}

export const test = journey.extend<{ clean: undefined }, { host: Host }>({
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const ports = process.env.HOST_PORTS!.split(',');
      const { host, close } = await openHost(Number(ports[Number(process.env.TEST_PARALLEL_INDEX)]));
      await use(host);
      await close();
    },
    { scope: 'worker' },
  ],
  clean: [
    async ({ host }, use) => {
      host.headers = {};
      host.pages = {};
      host.answer = ({ feature }) => host.mint(feature);
      await use(undefined);
    },
    { auto: true },
  ],
});

export const embed = (page: Page, feature = 'wallet') => page.locator(`cloudphone-${feature}`);

/** The feature is there and waits for nothing. */
export async function arrived(page: Page, feature = 'wallet') {
  const screen = embed(page, feature).locator('[data-screen]');
  await expect(screen).toBeVisible({ timeout: 15_000 });
  await expect(screen).not.toHaveAttribute('aria-busy', 'true', { timeout: 15_000 });
}
/** The same, in a frame of ours. */
export async function arrivedInFrame(page: Page, feature = 'wallet') {
  const frame = embed(page, feature).locator('iframe').contentFrame();
  const screen = frame.locator('[data-screen]');
  await expect(screen).toBeVisible({ timeout: 15_000 });
  await expect(screen).not.toHaveAttribute('aria-busy', 'true', { timeout: 15_000 });
  return frame;
}

/** From now on, notes events of embeds (`cp-error session_expired`); answers how to read them. To be called before the page is opened. */
export async function listen(page: Page) {
  await page.addInitScript(() => {
    const heard: string[] = [];
    (globalThis as any).heard = heard;
    for (const name of [
      'loadstart',
      'ready',
      'content',
      'error',
      'destroyed',
      'withdraw-submitted',
      'balance-changed',
    ])
      document.addEventListener(`cp-${name}`, (event: any) =>
        heard.push(`${name}${event.detail.error ? ` ${event.detail.error.code}` : ''}`),
      );
  });
  return () => page.evaluate(() => (globalThis as any).heard as string[]);
}
