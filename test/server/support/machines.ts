import {
  type MachineProvider,
  machineProvider,
  type WholeProvider,
} from '../../../src/server/devices/provider';
import { syncMachines } from '../../../src/server/devices/sync-machines';
import type { JobKind } from '../../../src/server/jobs/jobs';
import { createWorker } from '../../../src/server/jobs/worker';
import { performing } from '../../../src/server/phone-actions/perform';
import type { TestGateway } from './open';

/** Gives an order with its machines to another member, without the times they were online. Nodes refuse to change the member of a row. */
export async function giveOrder({ db }: TestGateway, serial_number: string, member: string): Promise<void> {
  await db.tx(async (tx) => {
    const ids = tx.selectFrom('machine').select('id').where('serial_number', '=', serial_number);
    for (const { id } of await ids.execute())
      await tx.deleteFrom('machine_online').where('machine', '=', id).execute();
    const machines = await tx
      .deleteFrom('machine')
      .where('serial_number', '=', serial_number)
      .returningAll()
      .execute();
    const orders = await tx
      .deleteFrom('device_order')
      .where('serial_number', '=', serial_number)
      .returningAll()
      .execute();
    await tx
      .insertInto('device_order')
      .values(orders.map((row) => ({ ...row, member })))
      .execute();
    await tx
      .insertInto('machine')
      .values(machines.map((row) => ({ ...row, member })))
      .execute();
  });
}

/** Does the jobs of these kinds that are due, as a worker of the gateway does; returns what went wrong. */
async function workAt({ db, clock }: TestGateway, kinds: Record<string, JobKind>): Promise<unknown[]> {
  const failures: unknown[] = [];
  const now = () => Date.now() + clock.ahead;
  const worker = createWorker({ db, kinds, schedules: [], now, log: (error) => failures.push(error) });
  while (await worker.work());
  return failures;
}

/** Does the jobs that wait for the provider of machines, the sandbox unless said, as a worker of the gateway does. */
export async function bringOnline(
  gateway: TestGateway,
  provider: MachineProvider | undefined = machineProvider(gateway.settings),
): Promise<void> {
  const { db, clock } = gateway;
  const now = () => Date.now() + clock.ahead;
  const failures = await workAt(gateway, { 'sync-machines': syncMachines(db, provider, now) });
  if (failures.length) throw failures[0];
}

/** Does a round of the actions of members, as a gateway that has just started does; returns what went wrong. */
export function actOnPhones(
  gateway: TestGateway,
  provider: WholeProvider | undefined = machineProvider(gateway.settings),
): Promise<unknown[]> {
  const { db, clock } = gateway;
  return workAt(gateway, { 'phone-action': performing(db, provider, () => Date.now() + clock.ahead) });
}
