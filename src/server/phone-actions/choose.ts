import type { PhoneActionKind, StepReason } from '../../contract/buying/phone-actions';
import type { Executor } from '../db/database';
import { restartRefusal } from '../devices/restart';

/** The member's machines among these, with what decides what can be done with them. */
export const machinesAmong = (run: Executor, member: string, ids: readonly string[]) =>
  run
    .selectFrom('machine as m')
    .innerJoin('device_order as o', (join) =>
      join.onRef('o.serial_number', '=', 'm.serial_number').onRef('o.member', '=', 'm.member'),
    )
    .select(['m.id', 'm.online', 'm.restartable', 'm.restart_at', 'o.days_left'])
    .where('m.member', '=', member)
    .where('m.id', 'in', ids)
    .execute();

export type ChosenMachine = Awaited<ReturnType<typeof machinesAmong>>[number];

const restartReasons = { machineNotRestartable: 'unable', machineRestarting: 'restarting' } as const;

/** The only place that decides why an action is not done with a machine; undefined if it is. A restart is what brings an offline machine back. */
export function refusalOf(
  kind: PhoneActionKind,
  machine: ChosenMachine | undefined,
  now: number,
): StepReason | undefined {
  if (!machine) return 'missing';
  if (machine.days_left < 1) return 'ended';
  if (kind !== 'restart') return machine.online ? undefined : 'offline';
  const refusal = restartRefusal(machine, now);
  return refusal && restartReasons[refusal];
}
