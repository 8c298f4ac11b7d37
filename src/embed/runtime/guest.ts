import type { Session } from '../../core/session/session';
import type { State } from '../../core/state';

/** Who the embed is for, as far as its token tells. Signing in and out is the page's business, not ours. */
export function createGuest({ token, userInfo, unread }: State): Session {
  return {
    token,
    userInfo,
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
