import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from '../../core/navigation/location';

/**
 * Gives every screen its scroll position back: on the way back, and on a tab. It writes to the page and never sets
 * state: a render above the Router while a screen is on its way would blank the page.
 */
export function useScroll(tabOf: (path: string) => string | undefined) {
  const { key, path, action } = useLocation();
  const tab = tabOf(path);
  const place = tab ?? key;
  const positions = useRef<Record<string, number>>({});
  const current = useRef(place);
  const waiting = useRef(false);
  const target = useRef(0);
  target.current = action === 'pop' || tab ? (positions.current[place] ?? 0) : 0;

  const restore = (to: string) => {
    if (waiting.current || current.current === to) return;
    current.current = to;
    scrollTo(0, target.current);
  };
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => {
      if (!waiting.current) positions.current[current.current] = scrollY;
    };
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, []);
  useLayoutEffect(() => restore(place), [place]);

  const now = useRef(place);
  now.current = place;
  return useRef({
    onLoadStart: () => {
      waiting.current = true;
    },
    onLoadEnd: () => {
      waiting.current = false;
      restore(now.current);
    },
  }).current;
}
