import { css } from 'goober';

/** Information needed before the next step; with `role="alert"`, an error. */
export const hint = css`
  margin-top: 12px;
  padding: 12px 14px;
  border-radius: var(--cp-round-control);
  background: var(--cp-warn-soft);
  color: var(--cp-warn);
  font-size: 14px;
  &[role='alert'] {
    background: var(--cp-bad-soft);
    color: var(--cp-bad);
  }
`;
