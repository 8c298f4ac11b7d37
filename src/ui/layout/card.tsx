import { css } from 'goober';
import { createElement, type ReactNode } from 'react';
import { panel } from '../styles';

const card = css`
  padding: 14px;
  color: var(--cp-ink);
  text-align: left;
  text-decoration: none;
  &[data-night] {
    padding: 16px;
    border-radius: calc(var(--cp-round) * 20 / 16);
    background: var(--cp-paper);
  }
  &:active[href],
  button&:active {
    background: var(--cp-sunk);
  }
`;

/**
 * `night` is dark in both schemes, so that lights on it stand out: one per screen. With `href` or `onClick` the whole card is pressable.
 */
export function Card({
  children,
  href,
  onClick,
  as = href ? 'a' : onClick ? 'button' : 'div',
  night,
}: {
  children?: ReactNode;
  href?: string | undefined;
  onClick?: ((event: { preventDefault(): void }) => void) | undefined;
  as?: string | undefined;
  night?: boolean | undefined;
}) {
  return createElement(
    as,
    {
      className: `${panel} ${card}`,
      href,
      onClick,
      type: as === 'button' ? as : undefined,
      'data-night': night && 'card',
    },
    children,
  );
}
