import { css } from 'goober';
import { createContext, type ReactNode, useContext } from 'react';
import { useApp } from '../../core/app';
import { Badge } from '../display/badge';
import { Icon } from '../display/icon';
import { backIcon } from '../display/icons';
import { hidden, target } from '../styles';

const bar = css`
  position: sticky;
  z-index: 2;
  top: 0;
  margin: 0 -16px;
  padding: 0 16px;
  padding-top: env(safe-area-inset-top);
  background: var(--cp-paper);
  & > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    min-height: 52px;
    margin: 0 -12px;
  }
  & h1 {
    flex: 1 1 4em; /* with enlarged text, the other elements wrap below, and no word is broken */
    padding: 8px 12px;
  }
  & button + h1 {
    padding-left: 0;
  }
`;

/** An icon link in a bar; `label` names its target. */
export const IconLink = ({
  icon,
  label,
  badge,
  ...link
}: {
  icon: string;
  label: string;
  /** Number of items there, also as text. */
  badge?: { count: number; label: string } | undefined;
  href: string;
  onClick?: ((event: { preventDefault(): void }) => void) | undefined;
}) => (
  <a className={target} {...link}>
    <Icon of={icon} size={24} />
    <span className={hidden}>{label}</span>
    {badge && <Badge {...badge} />}
  </a>
);

/** The bar's content, for a screen that renders the bar itself (`bare`); undefined in an embed, which has its own. */
export const BarContext = createContext<{ title: string; onBack?: (() => void) | undefined } | undefined>(
  undefined,
);

export function TopBar({
  title,
  onBack,
  action,
  children,
}: {
  title: string;
  onBack?: (() => void) | undefined;
  action?: ReactNode;
  /** Below the title: tabs, a search. */
  children?: ReactNode;
}) {
  const { t } = useApp();
  return (
    <header className={bar}>
      <div>
        {onBack && (
          <button type="button" className={target} onClick={() => onBack()} aria-label={t('common.back')}>
            <Icon of={backIcon} size={24} />
          </button>
        )}
        <h1>{title}</h1>
        {action}
      </div>
      {children}
    </header>
  );
}

/** The bar of the current screen, for screens that render it themselves; with a `title` to replace the default one. */
export function ScreenBar({ title, action }: { title?: string | undefined; action?: ReactNode }) {
  const about = useContext(BarContext);
  return about ? <TopBar {...about} {...(title && { title })} action={action} /> : null;
}
