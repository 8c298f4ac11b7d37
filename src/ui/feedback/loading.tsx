import { css } from 'goober';
import { useApp } from '../../core/app';
import { hidden } from '../styles';

const loading = css`
  position: fixed;
  z-index: 11;
  top: 0;
  right: 0;
  left: 0;
  height: 3px;
  overflow: hidden;
  pointer-events: none;
  &[data-on]::after {
    display: block;
    width: 100%;
    height: 3px;
    background: radial-gradient(circle at 2px, var(--cp-lit) 1.5px, transparent 2px) no-repeat;
    content: '';
    animation: cp-run 1.6s 6 steps(28);
  }
`;

/** A light that runs along the top while an operation outlasts its delay (spec §9). */
export function LoadingIndicator() {
  const { state, t } = useApp();
  const on = state.loadingCount.value > 0;
  return (
    <div className={loading} data-on={on || undefined} aria-live="polite">
      {on && <span className={hidden}>{t('common.loading')}</span>}
    </div>
  );
}
