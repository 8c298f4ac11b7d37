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

/** Around a `PullToRefresh` whose content ends in a bar: the content has the whole height of the screen. */
export const fullPull = css`
  display: flex;
  flex: 1 0 auto;
  flex-direction: column;
  & > div,
  & > div > div {
    display: flex;
    flex: 1 0 auto;
    flex-direction: column;
  }
`;
