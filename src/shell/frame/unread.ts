import { useEffect } from 'react';
import { unreadCount } from '../../contract/video/circle';
import { useApp } from '../../core/app';
import { isDone } from '../../core/http/answer';
import { asFailure } from '../../core/http/failure';
import { useLocation } from '../../core/navigation/location';
import type { Settled } from './settled';

/** Where nobody is signed in yet: `login`, `wechatAuthorization`, `register`, `WeChatRegister`. The other login pages are a member's too. */
const signingIn = /^\/pages\/login\/(login|register|wechat)/i;

/** Spec §7: fetched whenever a page is shown, except on the sign-in and register screens; after what the first one shows. */
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
        asFailure(error); // nobody asked for it: the badge stays as it was
      }
    };
    void fetch();
    return platform.onShow(fetch);
  }, [path, key, ready]);
}
