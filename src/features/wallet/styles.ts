import { css } from 'goober';

/** Both ends of a line, or below each other if there is not enough room. */
export const apart = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
`;

/** Buttons that add something, side by side. */
export const adding = css`
  display: flex;
  flex-wrap: wrap;
  margin: 8px -4px -4px;
  & > a {
    margin: 4px;
  }
`;
