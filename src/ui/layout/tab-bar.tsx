import { css } from 'goober';
import { Badge } from '../display/badge';
import { Icon } from '../display/icon';

const tabBar = css`
  position: fixed;
  z-index: 2;
  right: 0;
  bottom: 0;
  left: 0;
  display: flex;
  overflow-x: auto;
  -webkit-text-size-adjust: 100%; /* all of them stay reachable */
  border-top: 1px solid var(--cp-line);
  background: var(--cp-card);
  scrollbar-width: none;
  &[hidden] {
    display: none;
  }
  &::-webkit-scrollbar {
    display: none;
  }
  & a {
    position: relative;
    display: flex;
    flex: 1 0 20%;
    flex-direction: column;
    align-items: center;
    min-height: 56px;
    padding: 7px 2px calc(5px + env(safe-area-inset-bottom));
    color: var(--cp-quiet);
    font-size: 11px;
    line-height: 1.45;
    text-decoration: none;
    white-space: nowrap;
  }
  & svg {
    margin-bottom: 2px;
  }
  & path + path {
    stroke: currentColor;
    stroke-width: 3.2;
  }
  & a[aria-current] {
    color: var(--cp-ink);
    font-weight: 700;
  }
  & a[aria-current] path + path {
    stroke: var(--cp-lit);
    stroke-width: 5;
  }
  & a:active {
    background: var(--cp-sunk);
  }
  & span[aria-hidden] {
    position: absolute;
    top: 2px;
    left: 50%;
    margin-left: 5px;
  }
`;

export interface TabBarItem {
  key: string;
  label: string;
  icon: string;
  href: string;
  onClick?: ((event: { preventDefault(): void }) => void) | undefined;
  current: boolean;
  badge?: { count: number; label: string } | undefined;
}

/** At the bottom of the page: the page must leave 57 px and the safe area free there. Scrolls if there is not enough room. */
export const TabBar = ({
  label,
  items,
  hidden,
}: {
  label: string;
  items: TabBarItem[];
  hidden?: boolean;
}) => (
  <nav className={tabBar} aria-label={label} hidden={hidden}>
    {items.map(({ key, label, icon, href, onClick, current, badge }) => (
      <a key={key} href={href} onClick={onClick} aria-current={current ? 'page' : undefined}>
        <Icon of={icon} size={24} />
        {label}
        {badge && <Badge {...badge} />}
      </a>
    ))}
  </nav>
);
