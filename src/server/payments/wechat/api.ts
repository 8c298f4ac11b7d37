import { randomBytes } from 'node:crypto';
import { DomainError } from '../../kernel/domain-error';
import type { WechatPaySettings } from '../../settings/provider-settings';
import { createKeys } from './keys';
import { authorization } from './signing';

/** Milliseconds after which a request to WeChat Pay fails. */
const timeoutMs = 8_000;

export const nonce = () => randomBytes(16).toString('hex').toUpperCase();

export interface Environment {
  fetch: typeof globalThis.fetch;
  now(): number;
}

function unreachable(): never {
  throw new DomainError('providerUnreachable');
}

/** Sends signed requests to WeChat Pay, API v3, and checks the signatures of its responses. */
export function createApi(settings: WechatPaySettings, { fetch, now }: Environment) {
  async function send(method: 'GET' | 'POST', path: string, values?: object) {
    const body = values ? JSON.stringify(values) : '';
    const timestamp = String(Math.floor(now() / 1000));
    const headers = {
      accept: 'application/json',
      'user-agent': 'cloudphone',
      ...(body && { 'content-type': 'application/json' }),
      ...(settings.publicKeyId && { 'Wechatpay-Serial': settings.publicKeyId }),
      Authorization: authorization(settings, { method, path, body, timestamp, nonce: nonce() }),
    };
    const answer = await fetch(`${settings.api}${path}`, {
      method,
      headers,
      ...(body && { body }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(unreachable);
    const text = await answer.text().catch(unreachable);
    return { status: answer.status, ok: answer.ok, headers: Object.fromEntries(answer.headers), text };
  }

  const keys = createKeys(settings, () => send('GET', '/v3/certificates'));

  /** WeChat Pay's signed response. Throws a DomainError if it does not respond or the response is not signed by it. */
  async function request(method: 'GET' | 'POST', path: string, values?: object) {
    const { status, ok, headers, text } = await send(method, path, values);
    if (!(await keys.verify(headers, text))) return unreachable();
    return { status, ok, answer: text ? JSON.parse(text) : {} }; // a successful close is 204
  }

  /** Like `request`; refused too unless it succeeds. Returns `undefined` if WeChat Pay refuses with a code that `expected` matches. */
  async function call<T>(
    method: 'GET' | 'POST',
    path: string,
    values?: object,
    expected?: RegExp,
  ): Promise<T | undefined> {
    const { ok, answer } = await request(method, path, values);
    if (ok) return answer as T;
    return expected?.test(answer.code) ? undefined : unreachable();
  }
  return { keys, call, request };
}
