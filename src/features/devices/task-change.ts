import { useRef, useState } from 'react';
import {
  getDevice,
  listDevices,
  listMachines,
  listTasks,
  type Task,
  taskStat,
  updateTaskState,
} from '../../contract/devices';
import { useApp } from '../../core/app';
import { demand } from '../../core/data/query';
import { Failure } from '../../core/http/failure';
import { uuid } from '../../core/uuid';

const changes = {
  pause: { state: 2, did: 'machines.tasks.didPause' },
  resume: { state: 1, did: 'machines.tasks.didResume' },
} as const;
export type Change = keyof typeof changes;

export interface TaskChange {
  /** What is being changed: a task's id, or `pause` or `resume` for all. */
  busy: string | undefined;
  /** Changes one task, or without one all of the device order. What the server refuses is said in its words. */
  change(what: Change, task?: Task): Promise<void>;
}

/** Pauses and resumes the tasks of a device order. */
export function useTaskChange(serialNumber: string): TaskChange {
  const { send, queries, notices, t } = useApp();
  const [busy, setBusy] = useState<string>();
  const under = useRef(false);
  /** By what is asked for: without a final answer, the same request goes out again under the same key. */
  const keys = useRef<Record<string, string>>({});

  async function change(what: Change, task?: Task) {
    if (under.current) return;
    under.current = true;
    setBusy(task?.id ?? what);
    const asked = what + (task?.id ?? '');
    const { state, did } = changes[what];
    const requestKey = (keys.current[asked] ??= uuid());
    const final = (text: string) => {
      delete keys.current[asked];
      notices.say(text);
      // after a refusal too: what is on the screen was not what the server knew
      queries.changed(listTasks, taskStat, listMachines, listDevices, getDevice);
    };
    try {
      const input = { serialNumber, state, requestKey, ...(task && { taskIds: [task.id] }) };
      const { changed } = await demand(send, updateTaskState, input, 'now');
      final(t(did, { count: changed }));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.kind === 'refused') final(error.message); // anything else was said by `send`, and may be tried again
    } finally {
      under.current = false;
      setBusy(undefined);
    }
  }
  return { busy, change };
}
