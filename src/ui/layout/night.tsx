import { css } from 'goober';
import type { ReactNode } from 'react';
import { ScreenBar } from './bar';

const night = css`
  margin: 0 -16px 12px;
  padding: 0 16px 16px;
  border-radius: 0 0 24px 24px;
  background: var(--cp-paper);
`;

/**
 * The dark header of a screen, from edge to edge: its bar, the figures in lights, one row of actions. One per screen, and the screen is
 * `bare`. In an embed it is an ordinary card.
 */
export const Night = ({
  action,
  children,
}: {
  /** At the right of the bar: icons, a switch. */
  action?: ReactNode;
  children?: ReactNode;
}) => (
  <div className={night} data-night="top">
    <ScreenBar action={action} />
    {children}
  </div>
);
