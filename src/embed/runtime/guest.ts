import { signal } from '@preact/signals';
import type { UserInfo } from '../../contract/auth';
import type { Session } from '../../core/session/session';

/** Who the embed is for, as far as its token tells. Signing in and out is the page's business, not ours. */
export function createGuest(): Session {
  const userInfo = signal<UserInfo | undefined>(undefined);
  const unread = signal(0);
  return {
    token: signal(''),
    userInfo,
    unread,
    isUseLoginJump: false,
    signIn() {},
    update(who) {
      userInfo.value = who;
    },
    setUnread(count) {
      unread.value = count;
    },
    signOut() {},
  };
}
