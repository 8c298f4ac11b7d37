import { css } from 'goober';
import type { ReactNode } from 'react';

const tag = css`
  display: inline-block;
  padding: 1px 8px;
  border-radius: 8px;
  background: var(--cp-soft);
  color: var(--cp-accent);
  font-size: 12px;
  font-weight: 600;
  white-space: nowrap;
  &[data-tone='warn'] {
    background: var(--cp-warn-soft);
    color: var(--cp-warn);
  }
  &[data-tone='bad'] {
    background: var(--cp-bad-soft);
    color: var(--cp-bad);
  }
  &[data-tone='quiet'] {
    background: var(--cp-line);
    color: var(--cp-quiet);
  }
`;

export type Tone = 'good' | 'warn' | 'bad' | 'quiet';

export const Tag = ({ tone = 'quiet', children }: { tone?: Tone | undefined; children?: ReactNode }) => (
  <span className={tag} data-tone={tone}>
    {children}
  </span>
);
