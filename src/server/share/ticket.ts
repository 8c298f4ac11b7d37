import { createHash } from 'node:crypto';
import type { Executor } from '../db/database';
import { askWechat, fresh, jsonOf, type WechatApi, withAccessToken } from './access-token';
import { credential } from './credentials';

/** The signature of a page's address, as it was given, without the fragment (WeChat, JS-SDK, appendix 1). */
export const shareSignature = (ticket: string, nonce: string, seconds: number, url: string): string =>
  createHash('sha1')
    .update(`jsapi_ticket=${ticket}&noncestr=${nonce}&timestamp=${seconds}&url=${url.split('#')[0]}`)
    .digest('hex');

/** The ticket that signs pages. */
export const ticketOf = (run: Executor, account: WechatApi, now: number): Promise<string> =>
  credential(run, { appId: account.appId, kind: 'jsapi_ticket' }, now, async () => {
    const answer = await withAccessToken(run, account, now, (access_token) =>
      askWechat(
        `${account.api}/cgi-bin/ticket/getticket?${new URLSearchParams({ access_token, type: 'jsapi' })}`,
      ),
    );
    const { ticket, expires_in } = jsonOf(answer) ?? {};
    return fresh(ticket, expires_in);
  });
