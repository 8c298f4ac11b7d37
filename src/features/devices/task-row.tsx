import { css } from 'goober';
import type { Task } from '../../contract/devices';
import { useApp } from '../../core/app';
import { Button } from '../../ui/button';
import { Tag } from '../../ui/display/tag';
import { quiet, row } from '../../ui/styles';
import type { TaskChange } from './task-change';

const line = css`
  & > div {
    flex: 1;
    min-width: 0;
    margin-right: 12px;
  }
  & progress {
    display: block;
    width: 100%;
    height: 6px;
    margin-top: 6px;
    overflow: hidden;
    border: 0;
    border-radius: 3px;
    background: var(--cp-line);
    -webkit-appearance: none;
    appearance: none;
  }
  & ::-webkit-progress-bar {
    background: var(--cp-line);
  }
  & ::-webkit-progress-value {
    background: var(--cp-lit);
  }
  & ::-moz-progress-bar {
    background: var(--cp-lit);
  }
`;

/** spec §4 names no task states; these are the contract's. */
export const states = ['waiting', 'running', 'paused', 'finished'] as const;
const tones = ['quiet', 'good', 'warn', 'quiet'] as const;

/** A task, how far it is, and the way to pause or resume it. */
export function TaskRow({ task, by }: { task: Task; by: TaskChange }) {
  const { t } = useApp();
  const { name, state, progress } = task;
  const what = state === 2 ? 'resume' : state === 3 ? undefined : 'pause';
  return (
    <div className={`${row} ${line}`}>
      <div>
        <p>{name}</p>
        <Tag tone={tones[state]}>{t(`machines.tasks.${states[state]}`)}</Tag>{' '}
        <span className={quiet}>{progress}%</span>
        <progress value={progress} max={100} aria-label={name} />
      </div>
      {what && (
        <Button
          small
          busy={by.busy === task.id}
          aria-label={`${t(`machines.tasks.${what}`)} ${task.machine} ${name}`}
          onClick={() => void by.change(what, task)}
        >
          {t(`machines.tasks.${what}`)}
        </Button>
      )}
    </div>
  );
}
