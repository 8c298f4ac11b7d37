import { type Task, TaskState, updateTaskState } from '../../contract/buying/devices';
import { useApp } from '../../core/app';
import { useConfirmedMutation } from '../../core/data/confirmed-mutation';
import { fetchOrThrow } from '../../core/data/query';
import type { Question } from '../../core/dialogs';

const changes = {
  pause: { state: TaskState.paused, message: 'device-detail.tasks.didPause' },
  resume: { state: TaskState.running, message: 'device-detail.tasks.didResume' },
} as const;
export type Change = keyof typeof changes;

export interface TaskChange {
  /** The change in flight: a task's id, or `pause` or `resume` for all. */
  busy: string | undefined;
  /** Changes one task, or without one the whole device order, after a confirmation if there is one. */
  change(what: Change, task?: Task, question?: Question): Promise<void>;
}

/** Pauses and resumes the tasks of a device order. */
export function useTaskChange(serialNumber: string): TaskChange {
  const { send, t } = useApp();
  const { pending, mutate } = useConfirmedMutation({
    async act({ what, id }: { what: Change; id: string | undefined }) {
      const { state, message } = changes[what];
      const input = { serialNumber, state, ...(id && { taskIds: [id] }) };
      const { changed } = await fetchOrThrow(send, updateTaskState, input, 'now');
      return t(message, { count: changed });
    },
  });
  return {
    busy: pending && (pending.id ?? pending.what),
    change: (what, task, question) => mutate({ what, id: task?.id }, question),
  };
}
