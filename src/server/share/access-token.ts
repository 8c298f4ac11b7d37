import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { WechatAccount } from '../settings/provider-settings';
import { credential, type Fresh, forget } from './credentials';

/** Milliseconds that WeChat gets to answer. */
const timeoutMs = 8_000;
/** What WeChat says of a token that it has withdrawn, as it does when the secret is changed. */
const tokenOver = new Set([40001, 40014, 42001]);

/** Asks WeChat's API. The addresses hold secrets, so what went wrong is not passed on. */
export async function askWechat(url: string, body?: object): Promise<Buffer> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return Buffer.from(await response.arrayBuffer());
  } catch {
    throw new DomainError('wechatUnreachable');
  }
}

/** What WeChat answers in JSON, whatever type it says that it is; nothing for anything else. */
export function jsonOf(answer: Buffer): Record<string, unknown> | undefined {
  if (answer[0] !== 0x7b) return;
  try {
    return JSON.parse(answer.toString());
  } catch {
    return;
  }
}

export function fresh(value: unknown, seconds: unknown): Fresh {
  if (typeof value !== 'string' || !value) throw new DomainError('wechatUnreachable');
  return { value, expiresIn: Number(seconds) || 0 };
}

/** An account at WeChat, and where WeChat's API is. */
export interface WechatApi extends WechatAccount {
  api: string;
}

/** What calls of WeChat's API are made with. `stable_token` leaves tokens good that somebody else has been given. */
const accessTokenOf = (run: Executor, { appId, appSecret, api }: WechatApi, now: number) =>
  credential(run, { appId, kind: 'access_token' }, now, async () => {
    const input = { grant_type: 'client_credential', appid: appId, secret: appSecret };
    const { access_token, expires_in } = jsonOf(await askWechat(`${api}/cgi-bin/stable_token`, input)) ?? {};
    return fresh(access_token, expires_in);
  });

/** Makes a call with the account's token; once more with another one when WeChat does not take that any more. */
export async function withAccessToken(
  run: Executor,
  account: WechatApi,
  now: number,
  call: (token: string) => Promise<Buffer>,
): Promise<Buffer> {
  const answer = await call(await accessTokenOf(run, account, now));
  if (!tokenOver.has(jsonOf(answer)?.errcode as number)) return answer;
  await forget(run, { appId: account.appId, kind: 'access_token' });
  return call(await accessTokenOf(run, account, now));
}
