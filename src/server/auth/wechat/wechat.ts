import { DomainError } from '../../kernel/domain-error';
import type { Settings } from '../../settings/settings';

/** WeChat's web authorization (snsapi_base), as far as signing in needs it. */
export interface Wechat {
  /** Whether it is our own stand-in for WeChat. */
  readonly sandbox: boolean;
  /**
   * Where WeChat asks for permission. It comes back to `returnTo` with `code` and `state` in the query before the hash;
   * `state` is random and the caller keeps it to compare.
   */
  authorizeUrl(returnTo: string, state: string): string;
  /** Trades a code, good once and for five minutes, for the openId. Refused when WeChat does not take it. */
  openIdOf(code: string): Promise<string>;
}

interface WechatAccount {
  appId: string;
  appSecret: string;
}

/** Milliseconds that WeChat gets to answer. */
const timeoutMs = 8_000;
/** Never existed, or was used or ran out. */
const spent = new Set([40029, 40163, 41008, 42003]);

/** The real one. The access token that comes with the openId is neither kept nor passed on. */
export function createWechat(
  { appId, appSecret }: WechatAccount,
  {
    api = 'https://api.weixin.qq.com',
    fetch = globalThis.fetch,
  }: { api?: string; fetch?: typeof globalThis.fetch } = {},
): Wechat {
  return {
    sandbox: false,

    authorizeUrl(returnTo, state) {
      // WeChat wants the parameters in this order.
      const query = new URLSearchParams({
        appid: appId,
        redirect_uri: returnTo,
        response_type: 'code',
        scope: 'snsapi_base',
        state,
      });
      return `https://open.weixin.qq.com/connect/oauth2/authorize?${query}#wechat_redirect`;
    },

    async openIdOf(code) {
      const query = new URLSearchParams({
        appid: appId,
        secret: appSecret,
        code,
        grant_type: 'authorization_code',
      });
      const { openid, errcode } = await ask(fetch, `${api}/sns/oauth2/access_token?${query}`);
      if (typeof openid === 'string' && openid) return openid;
      throw new DomainError(spent.has(errcode as number) ? 'wechatCodeSpent' : 'wechatUnreachable');
    },
  };
}

/** The address holds the secret, so what went wrong is not passed on. WeChat answers JSON as text/plain. */
async function ask(
  fetch: typeof globalThis.fetch,
  url: string,
): Promise<{ openid?: unknown; errcode?: unknown }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    return (await response.json()) as { openid?: unknown; errcode?: unknown };
  } catch {
    throw new DomainError('wechatUnreachable');
  }
}

/** A production deployment without a WeChat account. */
export const noWechat: Wechat = {
  sandbox: false,
  authorizeUrl() {
    throw new DomainError('wechatMissing');
  },
  async openIdOf() {
    throw new DomainError('wechatMissing');
  },
};

/** The address to come back to, made absolute; only ours (PUBLIC_URL and below), so that no code is delivered elsewhere. */
export function ownAddress(returnTo: string, { publicUrl }: Pick<Settings, 'publicUrl'>): string | undefined {
  const base = new URL(`${publicUrl}/`);
  const address = URL.canParse(returnTo, base) ? new URL(returnTo, base) : undefined;
  const ours =
    address?.origin === base.origin &&
    !address.username &&
    !address.password &&
    `${address.pathname}/`.startsWith(base.pathname);
  return ours ? address?.href : undefined;
}
