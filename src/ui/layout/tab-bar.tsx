import { css } from 'goober';
import type { ReactElement } from 'react';
import { Badge } from '../display/badge';

const tabBar = css`
  position: fixed;
  z-index: 2;
  right: 0;
  bottom: 0;
  left: 0;
  display: flex;
  padding-top: 3px;
  overflow-x: auto;
  scrollbar-width: none;
  -webkit-text-size-adjust: 100%; /* five names beside each other: where they find no room, they scroll */
  & a {
    position: relative;
    display: flex;
    flex: 1 0 20%;
    flex-direction: column;
    align-items: center;
    min-height: 56px;
    padding: 9px 2px calc(5px + env(safe-area-inset-bottom));
    border-top: 1px solid var(--cp-line);
    background: var(--cp-card);
    white-space: nowrap;
    color: var(--cp-quiet);
    font-size: 11px;
    text-decoration: none;
  }
  & a[aria-current] {
    color: var(--cp-accent);
    font-weight: 600;
  }
  & a[aria-current]::before {
    position: absolute;
    top: -4px;
    width: 6px;
    height: 6px;
    border-radius: 3px;
    background: var(--cp-lit);
    content: '';
  }
  & span[aria-hidden] {
    position: absolute;
    top: 4px;
    left: 50%;
    margin-left: 4px;
  }
`;

export interface TabBarItem {
  key: string;
  label: string;
  /** A drawing of 24 px. */
  icon: ReactElement;
  href: string;
  onClick?: ((event: any) => void) | undefined;
  current: boolean;
  badge?: { count: number; label: string } | undefined;
}

/** Over the bottom of the page: whoever shows it leaves 56 px and the safe area free there. */
export const TabBar = ({ label, items }: { label: string; items: TabBarItem[] }) => (
  <nav className={tabBar} aria-label={label}>
    {items.map(({ key, label, icon, href, onClick, current, badge }) => (
      <a key={key} href={href} onClick={onClick} aria-current={current ? 'page' : undefined}>
        {icon}
        {label}
        {badge && <Badge {...badge} />}
      </a>
    ))}
  </nav>
);
