import { useEffect } from 'react';
import { unreadCount } from '../../contract/video/circle';
import { useApp } from '../../core/app';
import { isDone } from '../../core/http/answer';
import { asFailure } from '../../core/http/failure';
import { useLocation } from '../../core/navigation/location';
import type { Settled } from './settled';

/** Screens before sign-in: `login`, `wechatAuthorization`, `register`, `WeChatRegister`. The other login pages are for members too. */
const signingIn = /^\/pages\/login\/(login|register|wechat)/i;

/** Spec §7: requested whenever a page is shown, except on the sign-in and register screens; after the content of the first screen. */
export function useUnread(settled: Settled) {
  const { platform, send, session } = useApp();
  const { path, key } = useLocation();
  const ready = settled.is.value;
  useEffect(() => {
    if (!ready) return;
    const fetch = async () => {
      if (signingIn.test(path) || !session.token.peek()) return;
      try {
        const answer = await send(unreadCount, {}, { wait: 'never', quiet: true });
        if (isDone(answer)) session.setUnread(answer.unreadCount);
      } catch (error) {
        asFailure(error); // a background call: the badge stays unchanged
      }
    };
    void fetch();
    return platform.onShow(fetch);
  }, [path, key, ready]);
}
