import { css } from 'goober';
import type { ReactNode } from 'react';
import { useApp } from '../../core/app';
import { Icon } from '../display/icon';
import { target } from '../styles';

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
    align-items: center;
    min-height: 52px;
    margin: 0 -12px;
  }
  & h1 {
    flex: 1;
    padding: 0 12px;
    font-size: 18px;
  }
  & button + h1 {
    padding-left: 0;
  }
`;

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
            <Icon name="back" size={24} />
          </button>
        )}
        <h1>{title}</h1>
        {action}
      </div>
      {children}
    </header>
  );
}
