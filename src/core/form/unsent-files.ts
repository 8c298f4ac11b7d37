import { useEffect, useState } from 'react';
import { useApp } from '../app';
import { useLocation } from '../navigation/location';

/**
 * Files of a field that had not arrived when the session ended: whoever signs in again and comes back to the screen finds them, to be sent
 * after all. For the same member only, and as long as the page is there. `name`: the field's. `waiting`: what it holds and has not sent.
 */
export function useUnsentFiles(name: string, waiting: () => (File | undefined)[]): readonly File[] {
  const { session, unsent } = useApp();
  const { url } = useLocation();
  const [key] = useState(() => [session.userInfo.peek()?.userId, url, name].join());
  const [files] = useState(() => unsent.get(key) ?? []);
  useEffect(() => {
    unsent.delete(key);
    const signedIn = session.token.peek(); // never in an embed, which asks for another token by itself
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
