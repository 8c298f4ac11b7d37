import { css } from 'goober';

/** Ends of a line, under each other where there is no room. */
export const apart = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
`;

/** Ways to add what is not there, beside each other. */
export const adding = css`
  display: flex;
  flex-wrap: wrap;
  margin: 8px -4px -4px;
  & > a {
    margin: 4px;
  }
`;
