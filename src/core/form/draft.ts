import { useState } from 'react';
import { useApp } from '../app';
import type { Store } from '../platform';

const key = 'drafts';

/** The drafts of all members who use this phone: by member, by name. */
function readAll(local: Store): Record<string, Record<string, unknown>> {
  try {
    const stored = JSON.parse(local.get(key) ?? '{}');
    return stored && typeof stored === 'object' && !Array.isArray(stored) ? stored : {};
  } catch {
    return {}; // not ours: nothing was begun
  }
}

function writeOwn(local: Store, userId: string, own: Record<string, unknown>) {
  const { [userId]: _, ...others } = readAll(local);
  const all = Object.keys(own).length ? { ...others, [userId]: own } : others;
  local.set(key, Object.keys(all).length ? JSON.stringify(all) : undefined);
}

/** When a member signs out on purpose. A session that has merely ended leaves them: signing in again finds them. */
export const forgetDrafts = (local: Store, userId: string) => writeOwn(local, userId, {});

/**
 * What was begun and not sent, as with `useState`; kept on the phone for the member who is signed in, so that it outlives
 * the screen and a reload. `undefined`: nothing was begun, or forget it. Must survive JSON; what an older version of a
 * screen kept may have another shape. `name` stays the same as long as the screen is there.
 *
 * `const [text = '', keepText] = useDraft<string>('workOrder/' + id)`
 */
export function useDraft<T>(name: string): [T | undefined, (value: T | undefined) => void] {
  const { platform, session } = useApp();
  const userId = session.userInfo.peek()?.userId ?? '';
  const [value, setValue] = useState(() => readAll(platform.local)[userId]?.[name] as T | undefined);
  return [
    value,
    (next) => {
      // from the phone, not from the screen: another one may have kept something since
      const { [name]: _, ...others } = readAll(platform.local)[userId] ?? {};
      writeOwn(platform.local, userId, next === undefined ? others : { ...others, [name]: next });
      setValue(next);
    },
  ];
}
