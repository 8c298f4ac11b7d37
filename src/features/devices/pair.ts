import { css } from 'goober';

/** Two buttons that share the width. */
export const pair = css`
  display: flex;
  margin: 12px 0;
  & > * {
    flex: 1 1 auto;
  }
  & > * + * {
    margin-left: 8px;
  }
`;
