import { createHash } from 'node:crypto';
import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { WechatAccount } from '../settings/provider-settings';
import { credential, type Fresh, forget } from './credentials';

/** Milliseconds that WeChat gets to answer. */
const timeoutMs = 8_000;
/** What WeChat says of a token that it has withdrawn, as it does when the secret is changed. */
const tokenOver = new Set([40001, 40014, 42001]);

/** The signature of a page's address, as it was given, without what follows the # (WeChat, JS-SDK, appendix 1). */
export const shareSignature = (ticket: string, nonce: string, seconds: number, url: string): string =>
  createHash('sha1')
    .update(`jsapi_ticket=${ticket}&noncestr=${nonce}&timestamp=${seconds}&url=${url.split('#')[0]}`)
    .digest('hex');

/** The addresses hold secrets, so what went wrong is not passed on. */
async function ask(url: string, body?: object): Promise<Record<string, unknown>> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return (await response.json()) as Record<string, unknown>;
  } catch {
    throw new DomainError('wechatUnreachable');
  }
}

function fresh(value: unknown, seconds: unknown): Fresh {
  if (typeof value !== 'string' || !value) throw new DomainError('wechatUnreachable');
  return { value, expiresIn: Number(seconds) || 0 };
}

/** What calls of WeChat's API are made with. `stable_token` leaves tokens good that somebody else has been given. */
const accessTokenOf = (run: Executor, { appId, appSecret }: WechatAccount, api: string, now: number) =>
  credential(run, { appId, kind: 'access_token' }, now, async () => {
    const asked = { grant_type: 'client_credential', appid: appId, secret: appSecret };
    const { access_token, expires_in } = await ask(`${api}/cgi-bin/stable_token`, asked);
    return fresh(access_token, expires_in);
  });

/** What pages are signed with. */
export const ticketOf = (run: Executor, account: WechatAccount, api: string, now: number): Promise<string> =>
  credential(run, { appId: account.appId, kind: 'jsapi_ticket' }, now, async () => {
    const getTicket = async () => {
      const access_token = await accessTokenOf(run, account, api, now);
      const query = new URLSearchParams({ access_token, type: 'jsapi' });
      return ask(`${api}/cgi-bin/ticket/getticket?${query}`);
    };
    let answer = await getTicket();
    if (tokenOver.has(answer.errcode as number)) {
      await forget(run, { appId: account.appId, kind: 'access_token' });
      answer = await getTicket();
    }
    return fresh(answer.ticket, answer.expires_in);
  });
