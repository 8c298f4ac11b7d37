import type { App } from '../../core/app';

/** Kept in the tab while the member is at WeChat: the state that must come back, and where to go afterwards. */
export const stateKey = 'wechatState';
export const fromKey = 'wechatFrom';

/** Spec §8: an alert when signing in through WeChat is out of order; `message` is the server's reason, if it gave one. */
export const alertWechatFailure = ({ dialogs, t }: Pick<App, 'dialogs' | 't'>, message: string) =>
  dialogs.ask({
    title: t('wechat.failedTitle'),
    text: [t('wechat.failed'), message].join(' ').trim(),
    yes: t('common.ok'),
  });
