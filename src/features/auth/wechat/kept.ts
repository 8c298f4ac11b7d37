import type { App } from '../../../core/app';
import type { Store } from '../../../core/platform';

/** Kept in the tab while the member is at WeChat: the state that must come back, and where to go afterwards. */
export const stateKey = 'wechatState';
export const fromKey = 'wechatFrom';
/** What WeChat has brought back, from when it left the address until somebody has said whether it is good. */
const returnKey = 'wechatReturn';

/** Milliseconds that a code is good for, and that the server gives the same answer to it. */
const goodForMs = 5 * 60_000;

/** Good once. */
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

/** Spec §8: an alert when signing in through WeChat is out of order; `message` is the server's reason, if it gave one. */
export const alertWechatFailure = ({ dialogs, t }: Pick<App, 'dialogs' | 't'>, message: string) =>
  dialogs.ask({
    title: t('wechat.failedTitle'),
    text: [t('wechat.failed'), message].join(' ').trim(),
    yes: t('common.ok'),
  });
