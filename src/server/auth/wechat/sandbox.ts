import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../kernel/domain-error';
import { escapeHtml } from '../../kernel/html';
import { type Locale, localeOf, sandboxWords } from '../../kernel/messages';
import type { Settings } from '../../settings/settings';
import { ownAddress, type Wechat } from './wechat';

const path = '/dev/wechat/authorize';
/** Milliseconds that a code is valid, as at WeChat. */
const ttl = 5 * 60_000;

/** Simulates WeChat outside production: `wechatSandbox` serves the page where a demo identity is chosen. */
export const createWechatSandbox = ({ publicUrl }: Settings): Wechat => ({
  sandbox: true,
  authorizeUrl: (returnTo, state) =>
    `${publicUrl}${path}?${new URLSearchParams({ redirect_uri: returnTo, state })}`,
  async openIdOf(code) {
    const [, openId, until] = /^sandbox\.([\w-]{1,64})\.(\d{13})\.\w+$/.exec(code) ?? [];
    if (!openId || Number(until) < Date.now()) throw new DomainError('wechatCodeSpent');
    return openId;
  },
});

/** A code that the sandbox accepts for `openId`. */
export const sandboxCode = (openId: string, now: number) =>
  `sandbox.${openId}.${now + ttl}.${randomBytes(8).toString('hex')}`;

const identities = { 'wx-demo-ann': 'Ann', 'wx-demo-bo': 'Bo 小波', 'wx-demo-chen': 'Chen 陈晨' };

/** The query goes before the hash, as in WeChat's redirects. */
function comeBack(redirectUri: string, openId: string, state: string): string {
  const address = new URL(redirectUri);
  address.searchParams.set('code', sandboxCode(openId, Date.now()));
  address.searchParams.set('state', state);
  return address.href;
}

const page = (lang: Locale, links: string) => `<!doctype html>
<html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${sandboxWords[lang].wechat.title}</title>
<style>body{font:16px/1.5 sans-serif;max-width:24em;margin:auto;padding:24px}
strong{display:block;background:#b3261e;color:#fff;padding:8px 16px}
a{display:block;margin:12px 0;padding:12px;border:1px solid #07c160;border-radius:8px;color:#05853f}</style>
<strong>SANDBOX · 沙箱</strong>
<h1>${sandboxWords[lang].wechat.heading}</h1>
<p>${sandboxWords[lang].wechat.text}</p>
${links}
</html>`;

/** Serves the sandbox's page. Does nothing in production, nor where a real WeChat account is set. */
export function wechatSandbox(app: FastifyInstance, settings: Settings): void {
  if (settings.production || settings.wechat) return;
  app.get<{ Querystring: { redirect_uri?: string; state?: string } }>(path, async (request, reply) => {
    const { redirect_uri = '', state = '' } = request.query;
    const returnTo = ownAddress(redirect_uri, settings);
    if (!returnTo)
      return reply.code(400).type('text/plain').send('SANDBOX: redirect_uri is not an address of ours');
    const links = Object.entries(identities)
      .map(
        ([openId, name]) =>
          `<p><a href="${escapeHtml(comeBack(returnTo, openId, state))}">${name} (${openId})</a>`,
      )
      .join('\n');
    return reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page(localeOf(request.headers['accept-language']), links));
  });
}
