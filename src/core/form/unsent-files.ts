import { useEffect, useState } from 'react';
import { useApp } from '../app';
import { useLocation } from '../navigation/location';

/**
 * Files of a field whose upload was interrupted by the end of the session: a member who signs in again and returns to the screen can
 * still send them. Only for the same member, and while the page is open. `name`: the field's. `waiting`: its files that are not sent.
 */
export function useUnsentFiles(name: string, waiting: () => (File | undefined)[]): readonly File[] {
  const { session, unsent } = useApp();
  const { url } = useLocation();
  const [key] = useState(() => [session.userInfo.peek()?.userId, url, name].join());
  const [files] = useState(() => unsent.get(key) ?? []);
  useEffect(() => {
    unsent.delete(key);
    const signedIn = session.token.peek(); // never in an embed, which requests another token itself
    return () => {
      if (signedIn && !session.token.peek())
        unsent.set(
          key,
          waiting().flatMap((file) => file ?? []),
        );
    };
  }, []);
  return files;
}
