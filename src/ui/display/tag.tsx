import { css } from 'goober';
import type { ReactNode } from 'react';

const tag = css`
  display: inline-block;
  padding: 1px 8px;
  border-radius: calc(var(--cp-round) * 7 / 16);
  background: var(--cp-soft);
  color: var(--cp-accent);
  font-size: 12px;
  font-weight: 600;
  line-height: 1.5;
  overflow-wrap: anywhere;
  &[data-tone='warn'] {
    background: var(--cp-warn-soft);
    color: var(--cp-warn);
  }
  &[data-tone='bad'] {
    background: var(--cp-bad-soft);
    color: var(--cp-bad);
  }
  &[data-tone='info'] {
    background: var(--cp-info-soft);
    color: var(--cp-info);
  }
  &[data-tone='quiet'] {
    background: var(--cp-sunk);
    color: var(--cp-quiet);
  }
`;

/** `info` is a neutral fact; `quiet` is for ended states. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'quiet';

export const Tag = ({ tone = 'quiet', children }: { tone?: Tone | undefined; children?: ReactNode }) => (
  <span className={tag} data-tone={tone}>
    {children}
  </span>
);
