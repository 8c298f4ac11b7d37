import { css } from 'goober';

/** Below each other, as wide as the screen. */
export const stack = css`
  display: flex;
  flex-direction: column;
  width: 100%;
  margin-top: 24px;
  & > * + * {
    margin-top: 12px;
  }
`;

/** What has to be known before one goes on. */
export const hint = css`
  margin-top: 12px;
  padding: 12px 14px;
  border-radius: 12px;
  background: var(--cp-warn-soft);
  color: var(--cp-warn);
  font-size: 14px;
  &[role='alert'] {
    background: var(--cp-bad-soft);
    color: var(--cp-bad);
  }
`;
