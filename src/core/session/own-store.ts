import type { Store } from '../platform';
import { parseList } from '../text/json';

const listOf = (userId: string) => `own/${userId}`;

const read = (local: Store, userId: string) => parseList(local.get(listOf(userId))) as string[];

/**
 * Data that the phone stores for one member: under separate names, which are listed, so that all of it can be deleted when they sign out
 * (`forgetOwn`). No other member on the same phone can read it.
 */
export function ownStore(local: Store, userId: string): Store {
  const own = (key: string) => `${key}/${userId}`;
  return {
    get: (key) => local.get(own(key)),
    set(key, value) {
      const names = read(local, userId).filter((name) => name !== key);
      const now = value === undefined ? names : [...names, key];
      local.set(listOf(userId), now.length ? JSON.stringify(now) : undefined);
      local.set(own(key), value);
    },
  };
}

/**
 * Called when a member signs out on purpose. After the end of a session the data stays, so that the member finds it after signing in
 * again.
 */
export function forgetOwn(local: Store, userId: string): void {
  for (const key of read(local, userId)) local.set(`${key}/${userId}`, undefined);
  local.set(listOf(userId), undefined);
}
