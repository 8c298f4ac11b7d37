import { css } from 'goober';
import { useApp } from '../../core/app';

const strip = css`
  padding: 8px 16px;
  background: var(--cp-paper);
  font-size: 13px;
  text-align: center;
  & ~ * [data-old] {
    display: none; /* says the same */
  }
`;

/** Shown while the phone has no connection, because the content may be outdated. */
export function Offline() {
  const { state, t } = useApp();
  return state.online.value ? null : (
    <div className={strip} role="status" data-night="strip">
      {t('common.offline')}
    </div>
  );
}
