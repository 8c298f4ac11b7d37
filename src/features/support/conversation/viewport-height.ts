import { css } from 'goober';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useApp } from '../../../core/app';

/**
 * A column that ends with the screen, without the space that a page leaves for its tabs. In a partner's page it has the initial height of
 * the embed, less its bar (52px) and its bottom space (16px).
 */
export const viewportColumn = css`
  display: flex;
  flex-direction: column;
  min-height: 240px;
  height: 80vh;
  margin-bottom: calc(-88px - env(safe-area-inset-bottom));
  .cp & {
    height: calc(var(--cp-min-height, 420px) - 68px);
    margin-bottom: 0;
  }
`;

/** Hidden px of the window from which a keyboard is assumed. */
const keyboard = 120;
/** Maximum height above a screen: the offline strip. More means another screen that is about to disappear. */
const strip = 120;

/** Sets the height of an element from its position on the screen down to the end of the visible area. */
function fit(element: HTMLElement, view: Window): void {
  const visual = view.visualViewport;
  const height = visual?.height ?? view.innerHeight;
  // iOS scrolls the visible area when the keyboard opens; with the right height that is not needed
  if (visual?.offsetTop && view.innerHeight - height > keyboard) view.scrollTo(0, 0);
  const { top } = element.getBoundingClientRect();
  const above = element.closest('[data-screen]')?.getBoundingClientRect().top ?? top;
  const inScreen = top - above;
  element.style.height = `${height - inScreen - (above > 0 && above < strip ? above : 0)}px`;
}

/**
 * A box that ends with the visible area: the end of the window, or the keyboard. iOS 12 does not report the keyboard, and scrolls the
 * page itself.
 */
export function useViewportHeight(): RefObject<HTMLDivElement | null> {
  const { platform } = useApp();
  const column = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const view = column.current?.ownerDocument.defaultView;
    if (!view || platform.guest) return;
    const again = () => column.current && fit(column.current, view);
    again();
    const stop = platform.onOnline(() => setTimeout(again)); // the strip appears and disappears
    const later = setTimeout(again);
    for (const one of [view, view.visualViewport]) one?.addEventListener('resize', again);
    return () => {
      stop();
      clearTimeout(later);
      for (const one of [view, view.visualViewport]) one?.removeEventListener('resize', again);
    };
  }, []);
  return column;
}
