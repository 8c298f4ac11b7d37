import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { WechatAccount } from '../settings/provider-settings';
import { credential, type Fresh, forget } from './credentials';

/** Milliseconds to wait for WeChat's response. */
const timeoutMs = 8_000;
/** WeChat's error codes for a token that it has revoked, for instance after a change of the secret. */
const tokenOver = new Set([40001, 40014, 42001]);

/** Calls WeChat's API. The addresses contain secrets, so errors are not passed on. */
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

/** Parses WeChat's response as JSON, whatever its content type; undefined if it is not JSON. */
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

/** A WeChat account, and the address of WeChat's API. */
export interface WechatApi extends WechatAccount {
  api: string;
}

/** The access token for WeChat's API. `stable_token` does not invalidate tokens issued to others. */
const accessTokenOf = (run: Executor, { appId, appSecret, api }: WechatApi, now: number) =>
  credential(run, { appId, kind: 'access_token' }, now, async () => {
    const input = { grant_type: 'client_credential', appid: appId, secret: appSecret };
    const { access_token, expires_in } = jsonOf(await askWechat(`${api}/cgi-bin/stable_token`, input)) ?? {};
    return fresh(access_token, expires_in);
  });

/** Makes a call with the account's token; repeats it once with a new token if WeChat has revoked the first. */
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
