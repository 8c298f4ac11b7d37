import { DomainError } from '../../kernel/domain-error';
import type { Settings } from '../../settings/settings';

/** Milliseconds that WeChat gets to answer. */
const timeoutMs = 8_000;
/** Never existed, or was used or ran out. */
const spent = new Set([40029, 40163, 41008]);

interface MiniProgram {
  /**
   * Trades `wx.login`'s code, good once and for five minutes, for the member's openId in the mini-program, which is not the one in the
   * official account. The session key that comes with it is neither kept nor passed on.
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
      // the address holds the secret, so what went wrong is not passed on
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
