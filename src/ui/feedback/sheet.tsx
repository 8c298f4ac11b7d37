import { css } from 'goober';
import { type ReactNode, useId } from 'react';
import { useApp } from '../../core/app';
import { Icon } from '../display/icon';
import { closeIcon } from '../display/icons';
import { target } from '../styles';
import { Modal } from './modal';

const head = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  margin: -12px -12px 8px 0;
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
    <Modal kind="sheet" onClose={onClose} aria-labelledby={id}>
      <div>
        <header className={head}>
          <h2 id={id}>{title}</h2>
          <button type="button" className={target} aria-label={t('common.close')} onClick={() => onClose()}>
            <Icon of={closeIcon} />
          </button>
        </header>
        {children}
      </div>
    </Modal>
  );
}
