import { css } from 'goober';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useApp } from '../../../core/app';

/**
 * A column that ends where the screen does: the room that a page leaves below for its tabs is not needed. In a partner's page the embed
 * is as high as it was before anything was there: without its bar (52px) and what it keeps free below (16px).
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

/** Less of the window than this is seen: the rest is the keyboard. */
const keyboard = 120;
/** What may be above a screen: a strip that says that there is no connection. More is another screen, about to go. */
const strip = 120;

/** Gives an element the height from where it begins on its screen down to the end of what is seen. */
function fit(element: HTMLElement, view: Window): void {
  const visual = view.visualViewport;
  const height = visual?.height ?? view.innerHeight;
  // iOS moves what is seen down when the keyboard comes: with the right height it need not
  if (visual?.offsetTop && view.innerHeight - height > keyboard) view.scrollTo(0, 0);
  const { top } = element.getBoundingClientRect();
  const above = element.closest('[data-screen]')?.getBoundingClientRect().top ?? top;
  const inScreen = top - above;
  element.style.height = `${height - inScreen - (above > 0 && above < strip ? above : 0)}px`;
}

/**
 * A box that ends where what is seen does: the end of the window, or the keyboard. iOS 12 does not say where the keyboard
 * is, and moves the page by itself.
 */
export function useViewportHeight(): RefObject<HTMLDivElement | null> {
  const { platform } = useApp();
  const column = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const view = column.current?.ownerDocument.defaultView;
    if (!view || platform.guest) return;
    const again = () => column.current && fit(column.current, view);
    again();
    const stop = platform.onOnline(() => setTimeout(again)); // the strip comes and goes
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
