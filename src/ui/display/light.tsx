import { css } from 'goober';

const light = css`
  display: inline-block;
  flex: none;
  width: 9px;
  height: 9px;
  border-radius: 50%;
  background: var(--cp-lit);
  &[data-tone='unlit'] {
    background: var(--cp-unlit);
  }
  /* On a dark surface it is the dimmed light; on a card, which lacks that colour, a ring. */
  &[data-tone='idle'] {
    background: var(--cp-idle, transparent);
    border: 2px solid var(--cp-idle, var(--cp-lit));
  }
  &[data-tone='sun'] {
    background: var(--cp-sun);
  }
  &[data-tone='bad'] {
    background: var(--cp-bad);
  }
  &[data-tone='sky'] {
    background: var(--cp-sky);
  }
`;

export type LightTone = 'lit' | 'unlit' | 'idle' | 'sun' | 'bad' | 'sky';

/** A light before a word or a number with the same meaning. */
export const Light = ({ tone }: { tone?: LightTone | undefined }) => (
  <i className={light} data-tone={tone} aria-hidden="true" />
);
