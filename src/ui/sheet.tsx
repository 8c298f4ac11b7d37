import { css } from 'goober';
import { type ReactNode, useId } from 'react';
import { useApp } from '../core/app';
import { Icon } from './icon';
import { target } from './looks';
import { Modal } from './modal';

const sheet = css`
  width: 100%;
  max-width: 560px;
  max-height: 100%;
  padding: 8px 20px 20px;
  padding-bottom: calc(20px + env(safe-area-inset-bottom));
  overflow-y: auto;
  border-radius: 20px 20px 0 0;
  background: var(--cp-card);
  touch-action: pan-y;
  overscroll-behavior: contain;
  animation: cp-rise 0.22s ease-out;
  & > header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    margin: 0 -12px 8px 0;
  }
  & h2 {
    font-size: 18px;
  }
`;

/** From the bottom, over the screen. */
export function Sheet({
  open,
  title,
  onClose,
  children,
}: {
  open: boolean;
  title: string;
  onClose(): void;
  children?: ReactNode;
}) {
  const { t } = useApp();
  const id = useId();
  if (!open) return null;
  return (
    <Modal onClose={onClose} aria-labelledby={id} data-sheet="">
      <div className={sheet}>
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" className={target} aria-label={t('common.close')} onClick={() => onClose()}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </Modal>
  );
}
