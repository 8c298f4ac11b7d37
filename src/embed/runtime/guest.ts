import type { Session } from '../../core/session/session';
import type { State } from '../../core/state';

/** The session of an embed, derived from its token. The page is responsible for signing in and out. */
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
