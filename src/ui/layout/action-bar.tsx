import { css } from 'goober';
import type { ReactNode } from 'react';

const bar = css`
  position: sticky;
  z-index: 2;
  bottom: 0;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  margin: auto -16px -88px;
  padding: 8px 12px;
  padding-bottom: calc(8px + env(safe-area-inset-bottom));
  border-top: 1px solid var(--cp-line);
  background: var(--cp-card);
  &[data-low] {
    bottom: 56px;
  }
  & > * {
    flex: 1 1 auto;
    margin: 4px;
  }
  & > div {
    flex: 1 1 7em;
    min-width: 0;
    font-size: 12px;
  }
  & > p {
    flex: 1 0 100%;
    padding: 8px 12px;
    border-radius: calc(var(--cp-round) * 12 / 16);
    background: var(--cp-bad-soft);
    color: var(--cp-bad);
    font-size: 13px;
  }
  & > p[data-tone='warn'] {
    background: var(--cp-warn-soft);
    color: var(--cp-warn);
  }
  & > div > b {
    display: block;
    font-size: 20px;
  }
  & > button,
  & > a {
    min-width: 112px;
    padding-right: 12px;
    padding-left: 12px;
  }
`;

/**
 * The main action of a screen, always visible: at its end, and stuck to the bottom of the window until that is reached, so that a
 * keyboard hides no field behind it. The last element of a screen, or of a `BarFormView`.
 */
export const ActionBar = ({
  note,
  amount,
  low,
  toolbar,
  children,
}: {
  /** Above the amount, or alone: a summary of the purchase or the saving. */
  note?: ReactNode;
  /** An `Amount`; it changes in place. Passed as an element, so that a form without one does not include its code. */
  amount?: ReactNode;
  /** Above a bar of tabs. */
  low?: boolean | undefined;
  /** The common purpose of its buttons, if there are several. */
  toolbar?: string | undefined;
  children?: ReactNode;
}) => (
  <div
    className={bar}
    data-bar=""
    data-low={low || undefined}
    {...(toolbar && { role: 'toolbar', 'aria-label': toolbar })}
  >
    {(note || amount) && (
      <div>
        {note}
        {amount}
      </div>
    )}
    {children}
  </div>
);
