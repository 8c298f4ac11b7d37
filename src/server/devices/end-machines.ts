import { TaskState } from '../../contract/buying/devices';
import type { Tx } from '../db/database';
import type { OrderOfMachines } from './install';
import { enqueueSync } from './sync-machines';

const { waiting, running, paused, finished } = TaskState;

/** Stops the machines of an order: tasks end, the machines go offline, and the provider is told to release them. */
export async function stopMachines(
  tx: Tx,
  { member, serialNumber }: OrderOfMachines,
  now: number,
): Promise<void> {
  const at = new Date(now);
  await tx
    .updateTable('task')
    .set({ state: finished, changed_at: at })
    .where('member', '=', member)
    .where('serial_number', '=', serialNumber)
    .where('state', 'in', [waiting, running, paused])
    .execute();
  await tx
    .updateTable('machine_online')
    .set({ until: at })
    .where('member', '=', member)
    .where('until', 'is', null)
    .where('machine', 'in', (machines) =>
      machines
        .selectFrom('machine')
        .select('id')
        .where('member', '=', member)
        .where('serial_number', '=', serialNumber),
    )
    .execute();
  await tx
    .updateTable('machine')
    .set({ online: false })
    .where('member', '=', member)
    .where('serial_number', '=', serialNumber)
    .where('online', '=', true)
    .execute();
  await enqueueSync(tx, [serialNumber], now);
}

/** Stops the machines of a device order whose days have just been taken back; an order with days left continues. */
export async function stopRefunded(tx: Tx, order: OrderOfMachines, now: number): Promise<void> {
  const over = await tx
    .selectFrom('device_order')
    .select('serial_number')
    .where('member', '=', order.member)
    .where('serial_number', '=', order.serialNumber)
    .where('days_left', '<', 1)
    .forUpdate()
    .executeTakeFirst();
  if (over) await stopMachines(tx, order, now);
}
