import { type Signal, signal } from '@preact/signals';
import type { UserInfo } from '../contract/member/auth';
import type { Entry } from './data/query';
import type { Platform } from './platform';
import type { CartLine } from './purchase/cart';

/**
 * The shared and changing state of an app, in signals (spec §3: token, loadingCount, isUseLoginJump, userInfo, listData; the language is
 * `i18n.locale`). One per app: two embeds of a page have two. Any code may read it; each part is written by one owner: the session, the
 * loading indicator, the queries, the cart.
 */
export interface State {
  /** The session's token; empty when signed out. */
  readonly token: Signal<string>;
  readonly userInfo: Signal<UserInfo | undefined>;
  /** Whether an expired session shows a toast and continues after 3 s, instead of a dialog (spec §8). */
  readonly isUseLoginJump: Signal<boolean>;
  /** Number of operations that have outlasted their delay: the loading indicator shows while it is not 0 (spec §4). */
  readonly loadingCount: Signal<number>;
  /** Answers for lists and screens, by call and input, one signal each. */
  readonly listData: Map<string, Entry>;
  /** Unread posts of the feed, for the badge. */
  readonly unread: Signal<number>;
  /** The member's cart after a change in this tab; undefined: as stored on the phone. */
  readonly cart: Signal<CartLine[] | undefined>;
  /** Whether the phone has a connection. */
  readonly online: Signal<boolean>;
}

/** The state of an app on this platform before anybody has signed in. */
export function createState(platform: Platform): State {
  const online = signal(platform.isOnline());
  platform.onOnline(() => {
    online.value = platform.isOnline();
  });
  return {
    token: signal(''),
    userInfo: signal(undefined),
    isUseLoginJump: signal(platform.local.get('jump') === '1'),
    loadingCount: signal(0),
    listData: new Map(),
    unread: signal(0),
    cart: signal(undefined),
    online,
  };
}
