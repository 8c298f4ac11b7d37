import { css } from 'goober';

/** What has to be known before one goes on; with `role="alert"`, what has gone wrong. */
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
