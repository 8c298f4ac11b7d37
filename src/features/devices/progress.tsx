import { css } from 'goober';

const bar = css`
  display: block;
  width: 100%;
  height: 6px;
  margin-top: 6px;
  overflow: hidden;
  border: 0;
  border-radius: 3px;
  background: var(--cp-line);
  -webkit-appearance: none;
  appearance: none;
  &::-webkit-progress-bar {
    background: var(--cp-line);
  }
  &::-webkit-progress-value {
    background: var(--cp-lit);
  }
  &::-moz-progress-bar {
    background: var(--cp-lit);
  }
`;

/** How much of something is done. */
export const Progress = ({ value, max, label }: { value: number; max: number; label: string }) => (
  <progress className={bar} value={value} max={max} aria-label={label} />
);
