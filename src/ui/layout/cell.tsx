import { css } from 'goober';
import { createElement, type ReactNode } from 'react';
import { Icon } from '../display/icon';
import { chevronIcon } from '../display/icons';
import { panel, quiet } from '../styles';

const cell = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  width: 100%;
  min-height: 56px;
  padding: 10px 14px;
  color: inherit;
  text-align: left;
  text-decoration: none;
  & + & {
    border-top: 1px solid var(--cp-line);
  }
  & > * + * {
    margin-left: 12px;
  }
  & > span {
    flex: 1 1 64px;
  }
  & > span + span {
    flex: 0 1 auto;
    min-width: 0;
    margin-left: auto;
    padding-left: 12px;
    color: var(--cp-quiet);
    text-align: right;
  }
  & > :last-child:not(span) {
    color: var(--cp-quiet);
  }
  & [data-picker] {
    margin-right: -10px; /* its arrow is below the chevrons of other lines */
  }
  &:active:not(div) {
    background: var(--cp-sunk);
  }
`;

const tile = css`
  display: flex;
  flex: none;
  align-items: center;
  justify-content: center;
  width: 40px;
  height: 40px;
  border-radius: calc(var(--cp-round) * 12 / 16);
  background: var(--cp-sunk);
  &[data-in] {
    background: var(--cp-soft);
  }
`;

/** An icon on a tile, at the beginning of a row; `into`: for incoming money. */
export const Tile = ({ of, into }: { of: string; into?: boolean | undefined }) => (
  <i className={tile} data-in={into || undefined}>
    <Icon of={of} size={22} />
  </i>
);

export const Cells = ({ children }: { children?: ReactNode }) => <div className={panel}>{children}</div>;

/** A line in a list of settings or facts. Its props make it a link, a button or plain text. */
export function Cell({
  icon,
  label,
  value,
  note,
  href,
  onClick,
  chevron = !!(href || onClick),
}: {
  icon?: ReactNode;
  label: ReactNode;
  value?: ReactNode;
  note?: ReactNode;
  href?: string | undefined;
  onClick?: ((event: { preventDefault(): void }) => void) | undefined;
  chevron?: boolean | undefined;
}) {
  const as = href ? 'a' : onClick ? 'button' : 'div';
  return createElement(
    as,
    { className: cell, href, onClick, type: as === 'button' ? as : undefined },
    icon,
    <span>
      {label}
      {note && (
        <>
          <br />
          <span className={quiet}>{note}</span>
        </>
      )}
    </span>,
    value !== undefined && <span>{value}</span>,
    chevron && <Icon of={chevronIcon} size={16} />,
  );
}
