import { batch, type ReadonlySignal } from '@preact/signals';
import type { SignedIn, UserInfo } from '../../contract/member/auth';
import type { Platform } from '../platform';
import type { State } from '../state';
import { parseJson } from '../text/json';

/**
 * The signed-in member, stored as spec §3 defines: `session` for the tab, `userId`, `unreadCount` and `jump` on the phone. The session is
 * also stored on the phone, so that a member whose tab was closed, or whose web view was suspended, stays signed in; two tabs may have
 * two members.
 */
export interface Session {
  readonly token: ReadonlySignal<string>;
  readonly userInfo: ReadonlySignal<UserInfo | undefined>;
  signIn(who: SignedIn): void;
  update(userInfo: UserInfo): void;
  setUnread(count: number): void;
  signOut(): void;
}

function read(platform: Platform): Partial<SignedIn> {
  const text = platform.tab.get('session') ?? platform.local.get('session');
  const current = parseJson(text) as Partial<SignedIn> | undefined;
  return current?.token && current.userInfo?.userId ? current : {};
}

/** The stored session of `state`. */
export function createSession(platform: Platform, { token, userInfo, unread, cart }: State): Session {
  const { local, tab } = platform;
  const stored = read(platform);
  token.value = stored.token ?? '';
  userInfo.value = stored.userInfo;
  unread.value = Number(local.get('unreadCount')) || 0;

  const store = (who: Partial<SignedIn>) => {
    const text = who.token && JSON.stringify(who);
    tab.set('session', text);
    local.set('session', text);
    local.set('userId', who.userInfo?.userId);
    batch(() => {
      userInfo.value = who.userInfo;
      token.value = who.token ?? '';
      cart.value = undefined; // another member's cart has to be read
    });
  };
  const setUnread = (count: number) => {
    local.set('unreadCount', count ? String(count) : undefined);
    unread.value = count;
  };
  return {
    token,
    userInfo,
    signIn: store,
    update(now) {
      // a new object with the same content would render everything that shows the member again
      if (JSON.stringify(now) !== JSON.stringify(userInfo.value))
        store({ token: token.value, userInfo: now });
    },
    setUnread,
    signOut() {
      store({});
      setUnread(0);
    },
  };
}
