import { css } from 'goober';

/** Ends of a line, under each other where there is no room. */
export const apart = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
`;

/** The amount that a screen is about. */
export const sum = css`
  font-weight: 600;
  font-size: 34px;
  line-height: 1.3;
  -webkit-text-size-adjust: 100%; /* large as it is: an amount is not broken in two */
  @media (max-width: 300px) {
    font-size: 18px;
  }
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
