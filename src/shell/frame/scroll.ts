import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from '../../core/navigation/location';

/**
 * Gives every screen its scroll position back: on the way back, and on a tab. `coming`: the screen that the address names is still on
 * its way, and the one before is shown.
 */
export function useScroll(tabOf: (path: string) => string | undefined, coming: boolean) {
  const { key, path, action } = useLocation();
  const tab = tabOf(path);
  const place = tab ?? key;
  const positions = useRef<Record<string, number>>({});
  const current = useRef(place);
  const waiting = useRef(coming);
  waiting.current = coming;
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => {
      if (!waiting.current) positions.current[current.current] = scrollY;
    };
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, []);
  useLayoutEffect(() => {
    if (coming || current.current === place) return;
    current.current = place;
    scrollTo(0, action === 'pop' || tab ? (positions.current[place] ?? 0) : 0);
  }, [place, coming]);
}
