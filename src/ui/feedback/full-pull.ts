import { css } from 'goober';

/**
 * Around a `PullToRefresh` whose content ends in a bar: the content has the whole height of the screen. Not in the file of that component,
 * which is in the first load.
 */
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
