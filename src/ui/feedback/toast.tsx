import { css } from 'goober';
import { useApp } from '../../core/app';

const toast = css`
  position: fixed;
  z-index: 10;
  right: 0;
  bottom: 9rem;
  left: 0;
  display: flex;
  justify-content: center;
  padding: 0 24px;
  pointer-events: none;
  & > span {
    max-width: 420px;
    padding: 12px 18px;
    border-radius: var(--cp-round-control);
    background: var(--cp-ink);
    color: var(--cp-paper);
    animation: cp-rise 0.18s ease-out;
  }
`;

/** Shows the text of `toasts.show`. Its element exists from the start, so that screen readers announce the text. */
export function Toast() {
  const text = useApp().toasts.current.value;
  return (
    <div className={toast} role="status">
      {text && <span>{text}</span>}
    </div>
  );
}
