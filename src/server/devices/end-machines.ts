import { TaskState } from '../../contract/buying/devices';
import type { Tx } from '../db/database';
import { enqueueSync } from './sync-machines';

const { waiting, running, paused, finished } = TaskState;

/** Stops the machines of an order: tasks end, the machines go offline, and the provider is told to release them. */
export async function stopMachines(tx: Tx, serialNumber: string, now: number): Promise<void> {
  const at = new Date(now);
  await tx
    .updateTable('task')
    .set({ state: finished, changed_at: at })
    .where('serial_number', '=', serialNumber)
    .where('state', 'in', [waiting, running, paused])
    .execute();
  await tx
    .updateTable('machine_online')
    .set({ until: at })
    .where('until', 'is', null)
    .where('machine', 'in', (machines) =>
      machines.selectFrom('machine').select('id').where('serial_number', '=', serialNumber),
    )
    .execute();
  await tx
    .updateTable('machine')
    .set({ online: false })
    .where('serial_number', '=', serialNumber)
    .where('online', '=', true)
    .execute();
  await enqueueSync(tx, [serialNumber], now);
}

/** Stops the machines of device orders whose days have just been taken back; orders with days left continue. */
export async function stopRefunded(tx: Tx, serialNumbers: readonly string[], now: number): Promise<void> {
  for (const serialNumber of serialNumbers) {
    const over = await tx
      .selectFrom('device_order')
      .select('serial_number')
      .where('serial_number', '=', serialNumber)
      .where('days_left', '<', 1)
      .forUpdate()
      .executeTakeFirst();
    if (over) await stopMachines(tx, serialNumber, now);
  }
}
