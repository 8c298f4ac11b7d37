import { css } from 'goober';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Nearer to the end than this, in px, is at the end. */
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
 * A conversation that is read from its end. Who is at the end stays there; who is not sees nothing move while its last element
 * grows, and is taken to the end when there is another last one: something was asked.
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
  /** Asks for older ones; called while the oldest is near, however often. */
  more: (() => void) | undefined;
  /** An element each, at least one. */
  children: ReactNode;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const log = useRef<HTMLDivElement>(null);
  const anchor = useRef<{ row: Element; y: number; away: boolean }>(null);
  /** What is there to be measured; nothing before it is drawn. */
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
