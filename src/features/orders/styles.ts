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
