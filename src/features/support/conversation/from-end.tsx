import { css } from 'goober';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Nearer to the end than this, in px, is at the end. */
const near = 48;

// It scrolls from its end: older turns above and a keyboard below move nothing.
const box = css`
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
  const place = useRef<{ row: Element; y: number; away: boolean }>(null);
  const below = () =>
    log.current!.getBoundingClientRect().bottom - scroller.current!.getBoundingClientRect().bottom;
  const look = () => {
    const { height, top } = scroller.current!.getBoundingClientRect();
    const row = log.current!.lastElementChild!;
    place.current = { row, y: row.getBoundingClientRect().top, away: below() > near };
    if (height && log.current!.getBoundingClientRect().top > top - height) more?.();
  };
  useLayoutEffect(() => {
    const was = place.current;
    const row = log.current!.lastElementChild!;
    if (row !== was?.row) scroller.current!.scrollTop += below();
    else if (was.away) scroller.current!.scrollTop += row.getBoundingClientRect().top - was.y;
    look();
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <div ref={scroller} className={box} tabIndex={0} onScroll={look}>
      <div>
        {top}
        <div ref={log} role="log" aria-label={label} aria-live="polite">
          {children}
        </div>
      </div>
    </div>
  );
}
