import { css } from 'goober';
import { createElement, type ReactNode } from 'react';
import { panel } from '../styles';

const card = css`
  padding: 16px;
  color: var(--cp-ink);
  text-align: left;
  text-decoration: none;
  &[data-scheme] {
    background: var(--cp-hero);
  }
  &:active[href] {
    opacity: 0.8;
  }
`;

const section = css`
  & + & {
    margin-top: 24px;
  }
  & > header {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    margin: 0 4px 8px;
  }
`;

/** `hero` is graphite in either scheme, so that what is lit on it shines. With `href` or `onClick` all of it is pressed. */
export function Card({
  children,
  href,
  onClick,
  as = href ? 'a' : onClick ? 'button' : 'div',
  hero,
}: {
  children?: ReactNode;
  href?: string | undefined;
  onClick?: ((event: any) => void) | undefined;
  as?: string | undefined;
  hero?: boolean | undefined;
}) {
  return createElement(
    as,
    {
      className: `${panel} ${card}`,
      href,
      onClick,
      type: as === 'button' ? as : undefined,
      'data-scheme': hero && 'dark',
    },
    children,
  );
}

export function Section({
  title,
  action,
  children,
}: {
  title?: string | undefined;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className={section}>
      {(title || action) && (
        <header>
          <h2>{title}</h2>
          {action}
        </header>
      )}
      {children}
    </section>
  );
}
