import { css } from 'goober';

/** Two buttons that share the width, or a line each where the text is large. */
export const buttonPair = css`
  display: flex;
  flex-wrap: wrap;
  margin: 8px -4px;
  & > * {
    flex: 1 1 auto;
    margin: 4px;
  }
`;
