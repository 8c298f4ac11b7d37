import { css } from 'goober';
import { Badge } from '../display/badge';
import { Icon } from '../display/icon';
import { panel } from '../styles';

const grid = css`
  padding: 6px 4px;
  & > h2 {
    padding: 10px 10px 4px;
    font-size: 15px;
  }
  & > div {
    display: flex;
    flex-wrap: wrap;
  }
  & a {
    position: relative;
    display: flex;
    flex: 0 0 25%; /* with enlarged text, fewer per row */
    flex-direction: column;
    align-items: center;
    min-height: 72px;
    padding: 6px 2px;
    border-radius: calc(var(--cp-round) * 12 / 16);
    color: inherit;
    font-size: 12px;
    line-height: 1.33;
    text-align: center;
    text-decoration: none;
  }
  & a:active {
    background: var(--cp-sunk);
  }
  & svg {
    margin-bottom: 6px;
  }
  & span[aria-hidden] {
    position: absolute;
    top: 2px;
    left: 50%;
    margin-left: 5px;
  }
  &[data-strong] a {
    font-weight: 600;
  }
`;

export interface GridCell {
  key: string;
  icon: string;
  label: string;
  link: { href: string; onClick?(event: { preventDefault(): void }): void };
  badge?: { count: number; label: string } | undefined;
}

/** Links to other screens, four per row, at most eight. `strong`: the most used ones. */
export const IconGrid = ({
  title,
  of,
  strong,
  label = title,
}: {
  title?: string | undefined;
  of: GridCell[];
  strong?: boolean | undefined;
  /** For screen readers, if there is no title. */
  label?: string | undefined;
}) => (
  <nav className={`${panel} ${grid}`} aria-label={label} data-strong={strong || undefined}>
    {title && <h2>{title}</h2>}
    <div>
      {of.map(({ key, icon, label, link, badge }) => (
        <a key={key} {...link}>
          <Icon of={icon} size={26} />
          {label}
          {badge && <Badge {...badge} />}
        </a>
      ))}
    </div>
  </nav>
);
