import { css } from 'goober';
import { type Task, TaskState } from '../../contract/buying/devices';
import { useApp } from '../../core/app';
import { Button } from '../../ui/button';
import { Tag } from '../../ui/display/tag';
import { quiet, row } from '../../ui/styles';
import { Progress } from './progress';
import type { TaskChange } from './task-change';

const line = css`
  & > div {
    flex: 1;
    min-width: 0;
    margin-right: 12px;
  }
`;

export type TaskStateName = keyof typeof TaskState;
const tones = { waiting: 'quiet', running: 'good', paused: 'warn', finished: 'quiet' } as const;
const names = Object.keys(TaskState) as TaskStateName[];

/** The message key of a task's state in `device-detail.tasks`. */
export const taskStateName = (state: TaskState): TaskStateName =>
  names.find((one) => TaskState[one] === state) ?? 'waiting';

/** A task, its progress, and the button that pauses or resumes it. */
export function TaskRow({ task, by }: { task: Task; by: TaskChange }) {
  const { t } = useApp();
  const { name: title, state, progress } = task;
  const name = taskStateName(state);
  const what = state === TaskState.paused ? 'resume' : state === TaskState.finished ? undefined : 'pause';
  return (
    <div className={`${row} ${line}`}>
      <div>
        <p>{title}</p>
        <Tag tone={tones[name]}>{t(`device-detail.tasks.${name}`)}</Tag>
        {progress !== undefined && (
          <>
            {' '}
            <span className={quiet}>{progress}%</span>
            <Progress value={progress} max={100} label={title} />
          </>
        )}
      </div>
      {what && (
        <Button
          small
          busy={by.busy === task.id}
          aria-label={`${t(`device-detail.tasks.${what}`)} ${task.machine} ${title}`}
          onClick={() => void by.change(what, task)}
        >
          {t(`device-detail.tasks.${what}`)}
        </Button>
      )}
    </div>
  );
}
