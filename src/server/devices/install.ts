import { sql } from 'kysely';
import { ExamineState } from '../../contract/member/auth';
import type { Executor, Tx } from '../db/database';
import { newNumber } from '../kernel/numbers';

/** The content of a purchase: a number of cloud phones for a number of days. */
interface Bought {
  /** Name of the package. */
  name: string;
  quantity: number;
  days: number;
  /** Fen that one of them earns per day. */
  dailyRent: number;
}

/** The number of a device order, and its member. */
export interface OrderOfMachines {
  member: string;
  serialNumber: string;
}

const machinesAStatement = 1000;

export const newSerialNumber = (now: number): string => newNumber('CP', now, 8);

/**
 * Adds a device order with its machines, which the provider then prepares. Returns whether the member is stored as one with a cloud phone, which
 * the same statement reads.
 */
export async function installMachines(
  tx: Tx,
  { member, serialNumber: serial_number }: OrderOfMachines,
  { name, quantity, days, dailyRent }: Bought,
  now: number,
): Promise<boolean> {
  const daily_rent = dailyRent * quantity;
  const order = {
    serial_number,
    member,
    name,
    quantity,
    ordered_at: new Date(now),
    daily_rent,
    rent_left: daily_rent * days,
    days_left: days,
  };
  const machines = Array.from({ length: quantity }, (_, at) => {
    const number = String(at + 1).padStart(3, '0');
    return {
      member,
      id: `${serial_number}-${number}`,
      serial_number,
      position: at + 1,
      name: `CP-${serial_number.slice(-4)}-${number}`,
      online: false,
    };
  });
  const owner = await tx
    .with('device', (device) => device.insertInto('device_order').values(order).returning('serial_number'))
    .with('made', (machine) =>
      machine.insertInto('machine').values(machines.slice(0, machinesAStatement)).returning('id'),
    )
    .selectFrom('member')
    .select('examine_state')
    .where('id', '=', member)
    .executeTakeFirst();
  for (let at = machinesAStatement; at < machines.length; at += machinesAStatement)
    await tx
      .insertInto('machine')
      .values(machines.slice(at, at + machinesAStatement))
      .execute();
  return owner?.examine_state === ExamineState.open;
}

/** Adds days to a device order; its machines earn the rent of the latest purchase. */
export async function addDays(
  tx: Tx,
  { member, serialNumber }: OrderOfMachines,
  { quantity, days, dailyRent }: Omit<Bought, 'name'>,
): Promise<void> {
  const rent = dailyRent * quantity;
  await tx
    .updateTable('device_order')
    .set({
      days_left: sql<number>`days_left + ${days}`,
      rent_left: sql<number>`rent_left + ${rent * days}`,
      daily_rent: rent,
      expired_at: null,
    })
    .where('member', '=', member)
    .where('serial_number', '=', serialNumber)
    .execute();
}

/** Removes days from a device order, as far as days are left: rent that was paid stays paid. */
export async function takeDays(
  tx: Tx,
  { member, serialNumber }: OrderOfMachines,
  { quantity, days, dailyRent }: Omit<Bought, 'name'>,
): Promise<void> {
  await tx
    .updateTable('device_order')
    .set({
      days_left: sql<number>`greatest(days_left - ${days}, 0)`,
      rent_left: sql<number>`case when days_left <= ${days} then 0
            else greatest(rent_left - ${days * dailyRent * quantity}, 0) end`,
    })
    .where('member', '=', member)
    .where('serial_number', '=', serialNumber)
    .execute();
}

/** Marks a device order as refunded if it has no days left. */
export async function markRefunded(
  tx: Tx,
  { member, serialNumber }: OrderOfMachines,
  now: number,
): Promise<void> {
  await tx
    .updateTable('device_order')
    .set({ refunded_at: new Date(now) })
    .where('member', '=', member)
    .where('serial_number', '=', serialNumber)
    .where('days_left', '<', 1)
    .execute();
}

/** Whether a member has a device order that was not refunded. */
export async function hasMachines(run: Executor, member: string): Promise<boolean> {
  const found = await run
    .selectFrom('device_order')
    .select('serial_number')
    .where('member', '=', member)
    .where('refunded_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return !!found;
}

/** Number of machines of the member's device order if it can still be renewed; otherwise undefined. */
export async function renewableMachines(
  run: Executor,
  member: string,
  serialNumber: string,
): Promise<number | undefined> {
  const found = await run
    .selectFrom('device_order')
    .select('quantity')
    .where('serial_number', '=', serialNumber)
    .where('member', '=', member)
    .where('refunded_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return found?.quantity;
}
