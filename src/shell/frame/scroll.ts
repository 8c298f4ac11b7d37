import { useEffect, useLayoutEffect, useRef } from 'react';
import { useApp } from '../../core/app';
import { useLocation } from '../../core/navigation/location';

/**
 * Gives every screen its scroll position back: on the way back, and on a tab. `coming`: the screen that the address names is still on
 * its way, and the one before is shown.
 */
export function useScroll(tabOf: (path: string) => string | undefined, coming: boolean) {
  const box = useApp().platform.scroller ?? document.documentElement;
  const { key, path, action } = useLocation();
  const tab = tabOf(path);
  const position = tab ?? key;
  const positions = useRef<Record<string, number>>({});
  const current = useRef(position);
  const waiting = useRef(coming);
  waiting.current = coming;
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => {
      if (!waiting.current) positions.current[current.current] = box.scrollTop;
    };
    addEventListener('scroll', remember, true); // whatever scrolls, the page or a box
    return () => removeEventListener('scroll', remember, true);
  }, []);
  useLayoutEffect(() => {
    if (coming || current.current === position) return;
    current.current = position;
    box.scrollTop = action === 'pop' || tab ? (positions.current[position] ?? 0) : 0;
  }, [position, coming]);
}
