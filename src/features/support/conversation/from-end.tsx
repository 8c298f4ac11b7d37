import { css } from 'goober';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Distance in px from the end that still counts as the end. */
const near = 48;

// It scrolls from its end: older turns above and a keyboard below move nothing.
const scroll = css`
  display: flex;
  flex: 1;
  flex-direction: column-reverse;
  min-height: 0;
  margin: 0 -16px;
  padding: 0 16px;
  overflow-x: hidden;
  overflow-y: scroll;
  overflow-anchor: none;
  overscroll-behavior: contain;
  -webkit-overflow-scrolling: touch;
  &:focus-visible {
    outline-offset: -2px;
  }
`;

/**
 * A conversation that is read from its end. At the end, the view stays at the end; elsewhere nothing moves while the last element grows,
 * and a new last element (a question) scrolls to the end.
 */
export function FromEnd({
  label,
  top,
  more,
  children,
}: {
  label: string;
  /** Above the oldest. */
  top: ReactNode;
  /** Requests older ones; called repeatedly while the oldest is near. */
  more: (() => void) | undefined;
  /** One element per item, at least one. */
  children: ReactNode;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const log = useRef<HTMLDivElement>(null);
  const anchor = useRef<{ row: Element; y: number; away: boolean }>(null);
  /** The elements to measure; undefined before they are rendered. */
  const parts = () => {
    const [view, all] = [scroller.current, log.current];
    const row = all?.lastElementChild;
    return view && all && row
      ? { view, row, here: view.getBoundingClientRect(), box: all.getBoundingClientRect() }
      : undefined;
  };
  const look = () => {
    const found = parts();
    if (!found) return;
    const { row, here, box } = found;
    anchor.current = { row, y: row.getBoundingClientRect().top, away: box.bottom - here.bottom > near };
    if (here.height && box.top > here.top - here.height) more?.();
  };
  useLayoutEffect(() => {
    const found = parts();
    if (!found) return;
    const { view, row, here, box } = found;
    const was = anchor.current;
    if (row !== was?.row) view.scrollTop += box.bottom - here.bottom;
    else if (was.away) view.scrollTop += row.getBoundingClientRect().top - was.y;
    look();
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <div ref={scroller} className={scroll} tabIndex={0} onScroll={look}>
      <div>
        {top}
        <div ref={log} role="log" aria-label={label} aria-live="polite">
          {children}
        </div>
      </div>
    </div>
  );
}
