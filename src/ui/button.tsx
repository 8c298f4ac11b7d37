import { css } from 'goober';
import type { ComponentProps, ReactNode } from 'react';

const button = css`
  position: relative;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-height: 48px;
  padding: 8px 18px;
  overflow: hidden;
  border: 1px solid var(--cp-edge);
  border-radius: var(--cp-round-control);
  background: none;
  color: var(--cp-ink);
  font-weight: 700;
  text-align: center;
  text-decoration: none;
  & > svg {
    margin-right: 8px;
  }
  &[data-kind='primary'] {
    border-color: transparent;
    background: var(--cp-accent);
    color: var(--cp-on);
  }
  &[data-kind='quiet'] {
    border-color: transparent;
    color: var(--cp-accent);
  }
  &[data-kind='danger'] {
    border-color: transparent;
    background: var(--cp-bad);
    color: var(--cp-on-bad);
  }
  [data-night] &[data-kind='plain'] {
    border-color: transparent;
    background: var(--cp-card);
  }
  &[data-small] {
    min-height: 44px;
    padding: 6px 14px;
    font-size: 14px;
  }
  &:active {
    opacity: 0.8;
  }
  &[data-kind='plain']:active,
  &[data-kind='quiet']:active {
    background: var(--cp-sunk);
    opacity: 1;
  }
  &:disabled {
    opacity: 0.5;
    cursor: default;
  }
  &[aria-busy='true']::after {
    position: absolute;
    right: 14px; /* the corners would cut it */
    bottom: 3px;
    left: 14px;
    height: 5px;
    background: radial-gradient(circle at 2.5px, currentColor 2px, transparent 2.5px) no-repeat;
    content: '';
    animation: cp-run 1.6s 6 steps(28);
  }
`;

type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger';

interface ButtonStyle {
  kind?: ButtonKind | undefined;
  small?: boolean | undefined;
}

const styles = (kind: ButtonKind = 'plain', small?: boolean) => ({
  className: button,
  'data-kind': kind,
  'data-small': small || undefined,
});

/** A busy button keeps its place, its text and the focus, and ignores presses. */
export function Button({
  kind,
  small,
  busy,
  onClick,
  ...rest
}: ButtonStyle & { busy?: boolean | undefined } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      {...styles(kind, small)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  );
}

/** A link that looks like a button: spread `nav.link(…)` into it. */
export function ButtonLink({
  kind,
  small,
  href,
  hidden,
  onClick,
  children,
}: ButtonStyle & {
  href: string;
  hidden?: boolean | undefined;
  onClick?: ((event: { preventDefault(): void }) => void) | undefined;
  children?: ReactNode;
}) {
  return (
    <a {...styles(kind, small)} href={href} hidden={hidden} onClick={onClick}>
      {children}
    </a>
  );
}
