import { DomainError } from '../../kernel/domain-error';
import type { Settings } from '../../settings/settings';

/** Milliseconds to wait for WeChat's response. */
const timeoutMs = 8_000;
/** The code never existed, was used, or expired. */
const spent = new Set([40029, 40163, 41008]);

interface MiniProgram {
  /**
   * Exchanges `wx.login`'s code, valid once and for five minutes, for the member's openId in the mini-program, which differs from the one
   * in the official account. The session key in the response is neither stored nor passed on.
   */
  openIdOf(code: string): Promise<string>;
}

/** Our mini-program at WeChat. Refused (500) where this deployment has none. */
export function openMiniProgram({
  wechatMini,
  wechatApi,
}: Pick<Settings, 'wechatMini' | 'wechatApi'>): MiniProgram {
  if (!wechatMini) throw new DomainError('wechatMissing');
  const { appId, appSecret } = wechatMini;
  return {
    async openIdOf(code) {
      const query = new URLSearchParams({
        appid: appId,
        secret: appSecret,
        js_code: code,
        grant_type: 'authorization_code',
      });
      // the address contains the secret, so the original error is not passed on
      const answer: { openid?: unknown; errcode?: unknown } = await fetch(
        `${wechatApi}/sns/jscode2session?${query}`,
        { signal: AbortSignal.timeout(timeoutMs) },
      )
        .then((response) => response.json())
        .catch(() => ({}));
      if (typeof answer.openid === 'string' && answer.openid) return answer.openid;
      throw new DomainError(spent.has(answer.errcode as number) ? 'wechatCodeSpent' : 'wechatUnreachable');
    },
  };
}
