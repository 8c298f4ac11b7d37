import { accrueDay } from '../accruals/accrue-day';
import { type Rules, rulesOn } from '../accruals/rules';
import type { Db, Tx } from '../db/database';
import type { Schedule } from '../jobs/worker';
import { beginningOf, dayLength, dayOf } from '../kernel/dates';
import { memberAccount, systemAccount } from '../ledger/accounts';
import { postMovement } from '../ledger/post';
import { notifyMember } from '../notices/notify-member';
import { stopMachines } from './end-machines';
import { nearlyOver } from './state';

const batch = 200;
/** Days that are looked back on, for a gateway that was down. */
const lookBack = 7;

export const rentLogId = (serialNumber: string, day: string) => `rent:${serialNumber}:${day}`;

/** Fen that an order earns on its next day: never more than is left, and on the last day all of it. */
export const rentOf = ({
  daily_rent,
  rent_left,
  days_left,
}: {
  daily_rent: number;
  rent_left: number;
  days_left: number;
}) => (days_left <= 1 ? rent_left : Math.min(daily_rent, rent_left));

/** Days left at which a member is told that machines are about to expire. */
const warnedAt = [nearlyOver, 1];

/**
 * Settles a day that is over (`2026-11-20`, China's) for every order that was at work when it began, and gives how many it
 * paid. Machines earn their part of the rent if they were online on that day; a day on which none was is none of the
 * order's days. An order is settled once for a day, however often and by however many instances this is called.
 */
export async function payRent(db: Db, day: string, now: number): Promise<number> {
  let paid = 0;
  const rules = await rulesOn(db.run, day);
  for (let after = ''; ; ) {
    const orders = await due(db, day, after);
    for (const { serial_number } of orders)
      if (await db.tx((tx) => payRentOf(tx, serial_number, day, rules, now))) paid++;
    if (orders.length < batch) return paid;
    after = orders.at(-1)?.serial_number ?? after;
  }
}

/** Orders that had started before the day, and for which it has not been settled. */
const due = (db: Db, day: string, after: string) =>
  db.run
    .selectFrom('device_order as o')
    .select('serial_number')
    .where('days_left', '>', 0)
    .where('started_at', '<', beginningOf(day))
    .where('serial_number', '>', after)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('device_day as d')
            .select('d.day')
            .whereRef('d.serial_number', '=', 'o.serial_number')
            .where('d.day', '=', day),
        ),
      ),
    )
    .orderBy('serial_number')
    .limit(batch)
    .execute();

/** How many machines of an order were online at some time of a day. */
async function onlineOn(tx: Tx, serialNumber: string, day: string): Promise<number> {
  const begins = beginningOf(day);
  const { n } = await tx
    .selectFrom('machine as m')
    .innerJoin('machine_online as o', 'o.machine', 'm.id')
    .where('m.serial_number', '=', serialNumber)
    .where('o.since', '<', new Date(begins.getTime() + dayLength))
    .where((is) => is.or([is('o.until', 'is', null), is('o.until', '>', begins)]))
    .select((is) => is.fn.count<number>('m.id').distinct().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

async function payRentOf(
  tx: Tx,
  serialNumber: string,
  day: string,
  rules: Rules,
  now: number,
): Promise<boolean> {
  // The lock makes a second instance wait, and then see what the first has written.
  const order = await tx
    .selectFrom('device_order')
    .selectAll()
    .where('serial_number', '=', serialNumber)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (order.days_left < 1) return false;
  const machines = Math.min(await onlineOn(tx, serialNumber, day), order.quantity);
  const settled = await tx
    .insertInto('device_day')
    .values({ serial_number: serialNumber, day, machines })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!settled.numInsertedOrUpdatedRows || !machines) return false;

  const whole = rentOf(order);
  const amount = Math.floor((whole * machines) / order.quantity);
  const days_left = order.days_left - 1;
  await tx
    .updateTable('device_order')
    .set({ rent_left: order.rent_left - whole, days_left, ...(!days_left && { expired_at: new Date(now) }) })
    .where('serial_number', '=', serialNumber)
    .execute();
  if (amount > 0) await pay(tx, order, { day, amount, machines }, now);
  const { member } = order;
  const first = await isFirst(tx, serialNumber);
  await accrueDay(tx, { serialNumber, member, day, machines, rent: amount, first }, rules, now);
  await tellOfEnd(tx, order, days_left, now);
  return amount > 0;
}

/** Whether only one day of the order has been settled on which machines were online. */
async function isFirst(tx: Tx, serialNumber: string): Promise<boolean> {
  const days = await tx
    .selectFrom('device_day')
    .select('day')
    .where('serial_number', '=', serialNumber)
    .where('machines', '>', 0)
    .limit(2)
    .execute();
  return days.length === 1;
}

interface Earned {
  day: string;
  /** Fen. */
  amount: number;
  machines: number;
}

async function pay(
  tx: Tx,
  { serial_number, member }: { serial_number: string; member: string },
  { day, amount, machines }: Earned,
  now: number,
): Promise<void> {
  await tx
    .insertInto('order_log')
    .values({
      id: rentLogId(serial_number, day),
      serial_number,
      member,
      kind: 'rent',
      day,
      at: new Date(now),
      amount,
      machines,
    })
    .execute();
  await postMovement(
    tx,
    {
      kind: 'rent',
      asset: 'CNY',
      entries: [
        [memberAccount(member, 'balance'), amount],
        [systemAccount('rent', 'CNY'), -amount],
      ],
      memo: day,
      ref: serial_number,
    },
    now,
  );
}

/** Tells the member that an order is about to end, or has ended; then its machines stop. */
async function tellOfEnd(
  tx: Tx,
  { serial_number, member }: { serial_number: string; member: string },
  days: number,
  now: number,
): Promise<void> {
  const link = `pages/list/equList?serialNumber=${serial_number}`;
  if (warnedAt.includes(days))
    await notifyMember(
      tx,
      member,
      { kind: 'machinesExpiring', values: { serialNumber: serial_number, days }, link },
      now,
    );
  if (days > 0) return;
  await stopMachines(tx, serial_number, now);
  await notifyMember(
    tx,
    member,
    { kind: 'machinesExpired', values: { serialNumber: serial_number, days: renewableDays }, link },
    now,
  );
}

/** Days after its last in which an order may still be renewed. */
export const renewableDays = 30;

/** Ends the orders that expired so long ago that they can no longer be renewed. */
export async function endExpired({ run }: Db, now: number): Promise<void> {
  await run
    .updateTable('device_order')
    .set({ ended_at: new Date(now) })
    .where('expired_at', '<', new Date(now - renewableDays * dayLength))
    .where('days_left', '=', 0)
    .where('ended_at', 'is', null)
    .where('refunded_at', 'is', null)
    .execute();
}

/** Once an hour, so that a day that failed halfway is finished the same day; a settled day costs one query. */
export const rentSchedule: Schedule = {
  name: 'rent',
  every: 3_600_000,
  async run(db, now) {
    for (let ago = lookBack; ago >= 1; ago--) await payRent(db, dayOf(now - ago * dayLength), now);
    await endExpired(db, now);
  },
};
