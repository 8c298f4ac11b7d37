import { createHash } from 'node:crypto';
import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';

interface WechatAccount {
  appId: string;
  appSecret: string;
}

/** Milliseconds that WeChat gets to answer, and before its end at which a ticket is renewed. */
const timeoutMs = 8_000;
const spareMs = 300_000;

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

/** A good ticket: the one that is known, or a new one. `stable_token` gives every gateway the same access token. */
export async function ticketOf(
  run: Executor,
  { appId, appSecret }: WechatAccount,
  api: string,
  now: number,
): Promise<string> {
  const known = await run
    .selectFrom('wechat_js_ticket')
    .select('ticket')
    .where('app_id', '=', appId)
    .where('expires_at', '>', new Date(now + spareMs))
    .executeTakeFirst();
  if (known) return known.ticket;
  const { access_token } = await ask(`${api}/cgi-bin/stable_token`, {
    grant_type: 'client_credential',
    appid: appId,
    secret: appSecret,
  });
  const query = new URLSearchParams({ access_token: String(access_token), type: 'jsapi' });
  const { ticket, expires_in } = await ask(`${api}/cgi-bin/ticket/getticket?${query}`);
  if (typeof ticket !== 'string' || !ticket) throw new DomainError('wechatUnreachable');
  const fresh = { ticket, expires_at: new Date(now + Number(expires_in) * 1000) };
  await run
    .insertInto('wechat_js_ticket')
    .values({ app_id: appId, ...fresh })
    .onConflict((already) => already.column('app_id').doUpdateSet(fresh))
    .execute();
  return ticket;
}
