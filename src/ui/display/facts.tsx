import { css } from 'goober';
import type { ReactNode } from 'react';
import { quiet } from '../styles';

// Each dot stands before its fact, and is cut off where the fact begins a line.
const line = css`
  position: relative;
  display: flex;
  flex-wrap: wrap;
  margin-left: -0.9em;
  clip-path: inset(0 0 0 0.9em);
  word-break: keep-all; /* Chinese, too, breaks between words and figures only */
  & > span {
    min-width: 0;
    margin-left: 0.9em;
  }
  & i {
    position: absolute;
    margin-left: -0.61em;
  }
`;

/** Short facts with dots between them. A line ends between two facts, not within one that fits on a line, and never has a dot at its start or end. */
export const Facts = ({ of }: { of: ReactNode[] }) => (
  <div className={`${quiet} ${line}`}>
    {of.filter(Boolean).map((fact, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a fact is known by its place only
      <span key={at}>
        {at > 0 && <i> · </i>}
        {fact}
      </span>
    ))}
  </div>
);
