import { css } from 'goober';
import type { ReactNode } from 'react';

const steps = css`
  display: flex;
  flex-wrap: wrap;
  & li {
    position: relative;
    flex: 1 1 0;
    min-width: min-content;
    padding-right: 8px;
    font-size: 13px;
    line-height: 1.38;
  }
  & li:last-child {
    flex: 0 1 auto;
    max-width: 50%;
    margin-left: auto;
    padding: 0;
    text-align: right;
  }
  & i {
    display: block;
    width: 10px;
    height: 10px;
    margin: 4px 0 8px;
    border-radius: 50%;
    background: var(--cp-lit);
  }
  & li:last-child > i {
    margin-left: auto;
  }
  & li[data-at='now'] > i {
    background: var(--cp-sun);
    box-shadow: 0 0 0 4px var(--cp-warn-soft);
  }
  & li[data-at='bad'] > i {
    background: var(--cp-bad);
    box-shadow: 0 0 0 4px var(--cp-bad-soft);
  }
  & li[data-at='next'] {
    color: var(--cp-quiet);
  }
  & li[data-at='next'] > i {
    background: var(--cp-unlit);
  }
  & li::after {
    position: absolute;
    top: 8px;
    right: 4px;
    left: 18px;
    border-top: 2px solid var(--cp-unlit);
    content: '';
  }
  & li[data-at='done']::after {
    border-color: var(--cp-lit);
  }
  /* the rest of the way to the last light, which is at the end of the line */
  & li:last-child::after {
    right: 18px;
    left: -4px;
  }
  & li:last-child:not([data-at='next'])::after {
    border-color: var(--cp-lit);
  }
`;

export interface Step {
  name: ReactNode;
  /** Below the name: the time. */
  note?: ReactNode;
}

/** Progress of a process: one light per step. `at` is the current step; if it equals the number of steps, all are done. */
export const Steps = ({
  of,
  at,
  refused,
}: {
  of: Step[];
  at: number;
  /** The process ended at this step with a refusal. */
  refused?: boolean | undefined;
}) => (
  // biome-ignore lint/a11y/noRedundantRoles: without its numbers, a list is none to VoiceOver unless it says so
  <ol className={steps} role="list">
    {of.map(({ name, note }, index) => {
      const state = index < at ? 'done' : index > at ? 'next' : refused ? 'bad' : 'now';
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
        <li key={index} data-at={state} aria-current={index === at ? 'step' : undefined}>
          <i />
          {name}
          {note && (
            <>
              <br />
              <small>{note}</small>
            </>
          )}
        </li>
      );
    })}
  </ol>
);
