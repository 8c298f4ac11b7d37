import { useEffect, useLayoutEffect, useRef } from 'react';
import { useApp } from '../../core/app';
import { useLocation } from '../../core/navigation/location';

/**
 * Restores the scroll position of every screen: after Back, and on a tab. `tab`: the path of the screen if it is one. `coming`: the screen of
 * the address is still loading, and the previous one is shown.
 */
export function useScroll(tab: string | undefined, coming: boolean) {
  const box = useApp().platform.scroller ?? document.documentElement;
  const { key, action } = useLocation();
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
    addEventListener('scroll', remember, true); // for any scrolling element, the page or a box
    return () => removeEventListener('scroll', remember, true);
  }, []);
  useLayoutEffect(() => {
    if (coming || current.current === position) return;
    current.current = position;
    box.scrollTop = action === 'pop' || tab ? (positions.current[position] ?? 0) : 0;
  }, [position, coming]);
}
