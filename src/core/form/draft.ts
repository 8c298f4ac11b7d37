import { useState } from 'react';
import { useApp } from '../app';
import type { Store } from '../platform';
import { parseFields } from '../text/json';

const key = 'drafts';

/** The drafts of all members of this phone: by member, by name. */
const readAll = (local: Store) => parseFields(local.get(key)) as Record<string, Record<string, unknown>>;

function writeOwn(local: Store, userId: string, own: Record<string, unknown>) {
  const { [userId]: _, ...others } = readAll(local);
  const all = Object.keys(own).length ? { ...others, [userId]: own } : others;
  local.set(key, Object.keys(all).length ? JSON.stringify(all) : undefined);
}

/**
 * Deletes drafts when a member signs out on purpose. After the end of a session they stay, so that the member finds them after signing in
 * again.
 */
export const forgetDrafts = (local: Store, userId: string) => writeOwn(local, userId, {});

/**
 * An unsent draft, used like `useState`; stored on the phone for the signed-in member, so that it survives leaving the screen and a
 * reload. `undefined`: no draft, or delete it. Must survive JSON; an older version of a screen may have stored another shape. `name` must
 * not change while the screen is mounted.
 * `const [text = '', keepText] = useDraft<string>('workOrder/' + id)`
 */
export function useDraft<T>(name: string): [T | undefined, (value: T | undefined) => void] {
  const { platform, session } = useApp();
  const userId = session.userInfo.peek()?.userId ?? '';
  const [value, setValue] = useState(() => readAll(platform.local)[userId]?.[name] as T | undefined);
  return [
    value,
    (next) => {
      // read from storage, because another screen may have stored something since
      const { [name]: _, ...others } = readAll(platform.local)[userId] ?? {};
      writeOwn(platform.local, userId, next === undefined ? others : { ...others, [name]: next });
      setValue(next);
    },
  ];
}
