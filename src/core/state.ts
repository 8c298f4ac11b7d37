import { type Signal, signal } from '@preact/signals';
import type { UserInfo } from '../contract/member/auth';
import type { Entry } from './data/query';
import type { Platform } from './platform';
import type { CartLine } from './purchase/cart';

/**
 * What all of an app shares and what changes, in signals (spec §3: token, loadingCount, isUseLoginJump, userInfo, listData; the language is
 * `i18n.locale`). One for each app: two embeds of a page have two. It is read anywhere, and written by what keeps a part of it: the session, the
 * loading indicator, the queries, the cart.
 */
export interface State {
  /** Of the session; empty for whoever is signed out. */
  readonly token: Signal<string>;
  readonly userInfo: Signal<UserInfo | undefined>;
  /** Whether an expired session says so in a toast and goes on after 3 s, instead of asking (spec §8). */
  readonly isUseLoginJump: Signal<boolean>;
  /** How many of what outlasts its delay are under way: the loading indicator shows while it is not 0 (spec §4). */
  readonly loadingCount: Signal<number>;
  /** What lists and screens were answered, by call and input, a signal for each. */
  readonly listData: Map<string, Entry>;
  /** Unread posts of the circle, for the badge. */
  readonly unread: Signal<number>;
  /** The member's cart as it was changed here; undefined: as it is on the phone. */
  readonly cart: Signal<CartLine[] | undefined>;
  /** Whether the phone has a connection. */
  readonly online: Signal<boolean>;
}

/** An app that nobody has signed in to yet, on this platform. */
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
