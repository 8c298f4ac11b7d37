import type { App } from '../../../core/app';
import type { Store } from '../../../core/platform';

/** Stored in the tab while the member is at WeChat: the expected state, and the address to return to. */
export const stateKey = 'wechatState';
export const fromKey = 'wechatFrom';
/** WeChat's code and state, from their removal from the address until the server has checked them. */
const returnKey = 'wechatReturn';

/** Milliseconds that a code is valid, and for which the server gives the same answer to it. */
const goodForMs = 5 * 60_000;

/** Valid once. */
export interface Returned {
  code: string;
  state: string | undefined;
}

export const keepReturned = (tab: Store, returned: Returned | undefined) =>
  tab.set(returnKey, returned && JSON.stringify([Date.now(), returned]));

export function readReturned(tab: Store): Returned | undefined {
  const kept = tab.get(returnKey);
  if (!kept) return;
  const [at, returned] = JSON.parse(kept) as [number, Returned];
  return at + goodForMs > Date.now() ? returned : undefined;
}

/** Spec §8: an alert if WeChat sign-in is unavailable; `message` is the server's reason, if it gave one. */
export const alertWechatFailure = ({ dialogs, t }: Pick<App, 'dialogs' | 't'>, message: string) =>
  dialogs.ask({
    title: t('wechat.failedTitle'),
    text: [t('wechat.failed'), message].join(' ').trim(),
    yes: t('common.ok'),
  });
