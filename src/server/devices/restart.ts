import type { Tx } from '../db/database';
import { isRestarting } from './state';

interface Restarted {
  restartable: boolean;
  restart_at: Date | null;
  days_left: number;
}

/** Why a machine is not restarted; undefined if it can be. */
export function restartRefusal({ restartable, restart_at, days_left }: Restarted, now: number) {
  if (!restartable || days_left < 1) return 'machineNotRestartable';
  return isRestarting(restart_at, now) ? 'machineRestarting' : undefined;
}

/** Has the provider restart these machines when it is next told about them. */
export async function restartMachines(
  tx: Tx,
  member: string,
  ids: readonly string[],
  now: number,
): Promise<void> {
  await tx
    .updateTable('machine')
    .set({ restart_at: new Date(now) })
    .where('member', '=', member)
    .where('id', 'in', ids)
    .execute();
}
