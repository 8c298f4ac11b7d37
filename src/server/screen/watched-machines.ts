import { TaskState } from '../../contract/buying/devices';
import type { ScreenLack } from '../../contract/buying/screens';
import type { Executor } from '../db/database';
import type { ShownMachine } from '../kernel/services';

const { running, paused } = TaskState;

/** The member's machines among these, with what decides whether their screen can be seen, and their current task. */
export const watchedMachines = (run: Executor, member: string, ids: readonly string[]) =>
  run
    .selectFrom('machine as m')
    .innerJoin('device_order as o', (join) =>
      join.onRef('o.serial_number', '=', 'm.serial_number').onRef('o.member', '=', 'm.member'),
    )
    .leftJoinLateral(
      (is) =>
        is
          .selectFrom('task as one')
          .select(['one.name as task', 'one.state', 'one.progress'])
          .whereRef('one.member', '=', 'm.member')
          .whereRef('one.machine', '=', 'm.id')
          .where('one.state', 'in', [running, paused])
          .orderBy('one.state')
          .orderBy('one.created_at')
          .limit(1)
          .as('t'),
      (join) => join.onTrue(),
    )
    .select([
      'm.id',
      'm.name',
      'm.serial_number',
      'm.online',
      'm.reason',
      'm.prepared_at',
      'm.restart_at',
      'm.screenshots',
      'm.streams',
      'm.files',
      'm.viewer',
      'o.days_left',
      't.task',
      't.state',
      't.progress',
    ])
    .where('o.member', '=', member)
    .where('m.id', 'in', ids)
    .execute();

export type WatchedMachine = Awaited<ReturnType<typeof watchedMachines>>[number];

/** The only place that decides why a screen cannot be seen; undefined if it can. */
export function lackOf({
  online,
  days_left,
  screenshots,
}: Pick<WatchedMachine, 'online' | 'days_left' | 'screenshots'>): ScreenLack | undefined {
  if (days_left < 1) return 'ended';
  if (!online) return 'offline';
  return screenshots ? undefined : 'none';
}

/** Whether its screen can be seen live. */
export const isLive = (machine: Pick<WatchedMachine, 'online' | 'days_left' | 'screenshots' | 'streams'>) =>
  machine.streams && !lackOf(machine);

/** The facts of a machine for its provider. */
export const shown = ({ id, task, state, progress }: WatchedMachine): ShownMachine => ({
  id,
  ...(task !== null && { task: { name: task, paused: state === paused, progress: progress ?? 0 } }),
});
