import { css } from 'goober';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useApp } from '../../core/app';

/** A column that ends where the screen does: the room that a page leaves below for its tabs is not needed. */
export const room = css`
  display: flex;
  flex-direction: column;
  min-height: 240px;
  height: 80vh;
  margin-bottom: calc(-88px - env(safe-area-inset-bottom));
`;

/** Less of the window than this is seen: the rest is the keyboard. */
const keyboard = 120;

/**
 * Gives an element the height from where it begins down to the end of what is seen: the end of the window, or the keyboard.
 * iOS 12 does not say where the keyboard is, and moves the page by itself.
 */
export function useRoom(): RefObject<HTMLDivElement | null> {
  const { platform } = useApp();
  const here = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = here.current;
    const view = element?.ownerDocument.defaultView;
    if (!element || !view) return;
    const seen = view.visualViewport;
    const fit = () => {
      const height = seen?.height ?? view.innerHeight;
      // iOS moves what is seen down when the keyboard comes: with the right height it need not
      if (seen?.offsetTop && view.innerHeight - height > keyboard) view.scrollTo(0, 0);
      element.style.height = `${height - Math.max(0, element.getBoundingClientRect().top)}px`;
    };
    fit();
    const later = platform.onOnline(() => setTimeout(fit)); // a strip comes and goes above
    view.addEventListener('resize', fit);
    seen?.addEventListener('resize', fit);
    return () => {
      later();
      view.removeEventListener('resize', fit);
      seen?.removeEventListener('resize', fit);
    };
  }, []);
  return here;
}
