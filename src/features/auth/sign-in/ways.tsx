import { css } from 'goober';
import type { ReactNode } from 'react';

const ways = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  margin-top: 12px;
`;

/** The other methods, below a form. */
export const OtherWays = ({ children }: { children: ReactNode }) => <nav className={ways}>{children}</nav>;
