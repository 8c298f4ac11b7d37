import { type Selectable, sql } from 'kysely';
import type { Tx } from '../db/database';
import { plannedForValues } from '../db/prepared';
import { stopMachines } from '../devices/end-machines';
import { nearlyOver } from '../devices/state';
import type { DeviceTables, OrderLogTable } from '../devices/tables';
import { beginningOf, dayLength, dayOf } from '../kernel/dates';
import { memberAccount, systemAccount } from '../ledger/accounts';
import type { Movement } from '../ledger/post';
import { postMovements } from '../ledger/post-many';
import { notifyMember } from '../notices/notify-member';
import type { Rules } from '../rules/rules';
import { accruedDays } from './accrue-day';
import { seeMilestones } from './milestones';

type Order = Selectable<DeviceTables['device_order']>;

/** Days after its end during which an order may still be renewed. */
export const renewableDays = 30;
/** Days left at which the member is warned that machines will expire. */
const warnedAt = [nearlyOver, 1];

export const rentLogId = (serialNumber: string, day: string) => `rent:${serialNumber}:${day}`;

/** Fen that an order earns on its next day: never more than is left, and on the last day all of it. */
export const rentOf = ({
  daily_rent,
  rent_left,
  days_left,
}: Pick<Order, 'daily_rent' | 'rent_left' | 'days_left'>) =>
  days_left <= 1 ? rent_left : Math.min(daily_rent, rent_left);

/** Names an order with its member. */
export type OrderKey = Pick<Order, 'serial_number' | 'member'>;

const numbersOf = (orders: readonly Pick<Order, 'serial_number'>[]) =>
  orders.map((order) => order.serial_number);
const membersOf = (orders: readonly OrderKey[]) => [...new Set(orders.map(({ member }) => member))];

/** An order whose day counts. */
interface Earned {
  order: Order;
  machines: number;
  /** Fen deducted from the remaining rent, and the part of it earned by machines that were online. */
  fullRent: number;
  amount: number;
  daysLeft: number;
}

/**
 * Settles a day of some orders, of members in one shard (`db/shards.ts`), in the caller's transaction, and returns the number of orders
 * paid. Days that were settled before are skipped. Locks orders, then accounts, then members, each by id, so that two of these
 * transactions cannot deadlock.
 */
export async function settleOrders(
  tx: Tx,
  keys: readonly OrderKey[],
  day: string,
  rules: Rules,
  now: number,
): Promise<number> {
  // The lock makes a second instance wait until it can read the rows that the first has written.
  const orders = await lockOrders(tx, keys);
  const earned = await countDays(tx, orders, day);
  if (!earned.length) return 0;
  await takeOff(tx, earned, now);
  const first = await firstDays(tx, earned, day);
  const accrued = await accruedDays(
    tx,
    earned.map(({ order: { serial_number: serialNumber, member }, machines, amount }) => ({
      serialNumber,
      member,
      day,
      machines,
      rent: amount,
      first: first.has(serialNumber),
    })),
    rules,
  );
  const movements: Movement[] = [];
  const logs: Log[] = [];
  for (const [at, { order, machines, amount }] of earned.entries()) {
    const { serial_number, member } = order;
    const log = { serial_number, member, day, machines };
    if (amount > 0) {
      logs.push({ ...log, id: rentLogId(serial_number, day), kind: 'rent', amount });
      movements.push(rentMovement(order, day, amount));
    }
    const { acceleration = 0, movements: more = [] } = accrued[at] ?? {};
    if (acceleration)
      logs.push({
        ...log,
        id: `acceleration:${serial_number}:${day}`,
        kind: 'acceleration',
        amount: acceleration,
      });
    movements.push(...more);
  }
  await writeLogs(tx, logs, now);
  await postMovements(tx, movements, now);
  const reaching = new Set(accrued.flatMap((one) => one.reaching));
  if (reaching.size) await seeMilestones(tx, [...reaching].sort(), now);
  for (const { order, daysLeft } of earned) await tellOfEnd(tx, order, daysLeft, now);
  return earned.filter(({ amount }) => amount > 0).length;
}

async function lockOrders(tx: Tx, keys: readonly OrderKey[]): Promise<Order[]> {
  const { rows } = await sql<Order>`
    select * from device_order
    where serial_number = any(${numbersOf(keys)}) and member = any(${membersOf(keys)}) and days_left > 0
    order by serial_number collate "C" for update ${plannedForValues}`.execute(tx);
  return rows;
}

/**
 * Records how many machines of each order were online during the day. Returns the orders for which this is new and at least one machine
 * was online.
 */
async function countDays(tx: Tx, orders: readonly Order[], day: string): Promise<Earned[]> {
  if (!orders.length) return [];
  const begins = beginningOf(day);
  const { rows } = await sql<{ serial_number: string; machines: number }>`
    insert into device_day (member, serial_number, day, machines)
    select o.member, o.serial_number, ${day}::text, least(o.quantity, (
      select count(distinct m.id) from machine as m
      join machine_online as n on n.machine = m.id and n.member = m.member
      where m.serial_number = o.serial_number and m.member = o.member
      and n.since < ${new Date(begins.getTime() + dayLength)} and (n.until is null or n.until > ${begins})))
    from device_order as o
    where o.serial_number = any(${numbersOf(orders)})
      and o.member = any(${membersOf(orders)})
    on conflict do nothing returning serial_number, machines`.execute(tx);
  const settled = new Map(rows.map(({ serial_number, machines }) => [serial_number, machines]));
  return orders.flatMap((order) => {
    const machines = settled.get(order.serial_number) ?? 0;
    if (!machines) return [];
    const fullRent = rentOf(order);
    const amount = Math.floor((fullRent * machines) / order.quantity);
    return [{ order, machines, fullRent, amount, daysLeft: order.days_left - 1 }];
  });
}

async function takeOff(tx: Tx, earned: readonly Earned[], now: number): Promise<void> {
  const orders = earned.map(({ order }) => order);
  const valuesOf = (value: (one: Earned) => number) =>
    JSON.stringify(Object.fromEntries(earned.map((one) => [one.order.serial_number, value(one)])));
  const rent = sql`(${valuesOf(({ fullRent }) => fullRent)}::jsonb ->> serial_number)::bigint`;
  const days = sql`(${valuesOf(({ daysLeft }) => daysLeft)}::jsonb ->> serial_number)::int`;
  await sql`
    update device_order set rent_left = rent_left - ${rent}, days_left = ${days},
      expired_at = case when ${days} = 0 then ${new Date(now)}::timestamptz else expired_at end
    where serial_number = any(${numbersOf(orders)}) and member = any(${membersOf(orders)})
    ${plannedForValues}`.execute(tx);
}

/**
 * Orders without another settled day on which machines were online. The day before answers for nearly all orders; only for the others, all
 * days are read.
 */
async function firstDays(tx: Tx, earned: readonly Earned[], day: string): Promise<Set<string>> {
  const dayBefore = dayOf(beginningOf(day).getTime() - dayLength);
  let orders = earned.map(({ order }) => order);
  for (const among of [sql`day = ${dayBefore}`, sql`day <> ${day}`]) {
    if (!orders.length) break;
    const { rows } = await sql<{ serial_number: string }>`
      select distinct serial_number from device_day
      where serial_number = any(${numbersOf(orders)}) and member = any(${membersOf(orders)})
        and machines > 0 and ${among}`.execute(tx);
    const found = new Set(numbersOf(rows));
    orders = orders.filter((order) => !found.has(order.serial_number));
  }
  return new Set(numbersOf(orders));
}

/** The rent of an order's day, from the system's account to its owner's balance. `amount` in fen. */
export const rentMovement = (
  { serial_number, member }: Pick<Order, 'serial_number' | 'member'>,
  day: string,
  amount: number,
): Movement => ({
  kind: 'rent',
  asset: 'CNY',
  entries: [
    [memberAccount(member, 'balance'), amount],
    [systemAccount('rent', 'CNY'), -amount],
  ],
  memo: day,
  ref: serial_number,
});

type Log = Omit<OrderLogTable, 'at'>;

async function writeLogs(tx: Tx, logs: readonly Log[], now: number): Promise<void> {
  await sql`
    insert into order_log (id, serial_number, member, kind, day, at, amount, machines)
    select id, serial_number, member, kind, day, ${new Date(now)}::timestamptz, amount, machines
    from jsonb_to_recordset(${JSON.stringify(logs)}::jsonb)
      as l (id text, serial_number text, member text, kind text, day text, amount bigint, machines int)`.execute(
    tx,
  );
}

/** Notifies the member that an order is about to end or has ended; if it has ended, stops its machines. */
async function tellOfEnd(tx: Tx, { serial_number, member }: Order, days: number, now: number): Promise<void> {
  const link = `pages/list/equList?serialNumber=${serial_number}`;
  if (warnedAt.includes(days))
    await notifyMember(
      tx,
      member,
      { kind: 'machinesExpiring', values: { serialNumber: serial_number, days }, link },
      now,
    );
  if (days > 0) return;
  await stopMachines(tx, { member, serialNumber: serial_number }, now);
  await notifyMember(
    tx,
    member,
    { kind: 'machinesExpired', values: { serialNumber: serial_number, days: renewableDays }, link },
    now,
  );
}
