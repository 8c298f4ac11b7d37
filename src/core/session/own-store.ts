import type { Store } from '../platform';

const listOf = (userId: string) => `own/${userId}`;

function read(local: Store, userId: string): string[] {
  try {
    const stored = JSON.parse(local.get(listOf(userId)) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return []; // not ours
  }
}

/**
 * What the phone keeps for one member: under names of their own, which are written down, so that all of it can be forgotten
 * when they sign out (`forgetOwn`). Nobody else on the same phone ever reads it.
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

/** When a member signs out on purpose. A session that has merely ended leaves it: signing in again finds it. */
export function forgetOwn(local: Store, userId: string): void {
  for (const key of read(local, userId)) local.set(`${key}/${userId}`, undefined);
  local.set(listOf(userId), undefined);
}
