import type { Db, Tx } from '../db/database';
import type { Schedule } from '../jobs/worker';
import { dayLength, dayOf } from '../kernel/dates';
import { memberAccount, systemAccount } from '../ledger/accounts';
import { postMovement } from '../ledger/post';

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

/**
 * Pays the rent of a day that is over (`2026-11-20`, UTC) for every order that was there when it began, and gives how
 * many it paid. An order is paid once for a day, however often and by however many instances this is called.
 */
export async function payRent(db: Db, day: string, now: number): Promise<number> {
  let paid = 0;
  for (let after = ''; ; ) {
    const orders = await due(db, day, after);
    for (const { serial_number } of orders)
      if (await db.tx((tx) => payRentOf(tx, serial_number, day, now))) paid++;
    if (orders.length < batch) return paid;
    after = orders.at(-1)?.serial_number ?? after;
  }
}

const due = (db: Db, day: string, after: string) =>
  db.run
    .selectFrom('device_order as o')
    .select('serial_number')
    .where('days_left', '>', 0)
    .where('rent_left', '>', 0)
    .where('ordered_at', '<', new Date(`${day}T00:00:00Z`))
    .where('serial_number', '>', after)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('order_log')
            .select('id')
            .whereRef('order_log.serial_number', '=', 'o.serial_number')
            .where('kind', '=', 'rent')
            .where('day', '=', day),
        ),
      ),
    )
    .orderBy('serial_number')
    .limit(batch)
    .execute();

async function payRentOf(tx: Tx, serialNumber: string, day: string, now: number): Promise<boolean> {
  // The lock makes a second instance wait, and then see what the first has written.
  const order = await tx
    .selectFrom('device_order')
    .selectAll()
    .where('serial_number', '=', serialNumber)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const amount = rentOf(order);
  if (order.days_left < 1 || amount < 1) return false;

  const log = await tx
    .insertInto('order_log')
    .values({
      id: rentLogId(serialNumber, day),
      serial_number: serialNumber,
      member: order.member,
      kind: 'rent',
      day,
      at: new Date(now),
      amount,
      machines: order.quantity,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!log.numInsertedOrUpdatedRows) return false;

  await tx
    .updateTable('device_order')
    .set({ rent_left: order.rent_left - amount, days_left: order.days_left - 1 })
    .where('serial_number', '=', serialNumber)
    .execute();
  await postMovement(
    tx,
    {
      kind: 'rent',
      asset: 'CNY',
      entries: [
        [memberAccount(order.member, 'balance'), amount],
        [systemAccount('rent', 'CNY'), -amount],
      ],
      memo: day,
      ref: serialNumber,
    },
    now,
  );
  return true;
}

/** Once an hour, so that a day that failed halfway is finished the same day; a settled day costs one query. */
export const rentSchedule: Schedule = {
  name: 'rent',
  every: 3_600_000,
  async run(db, now) {
    for (let ago = lookBack; ago >= 1; ago--) await payRent(db, dayOf(now - ago * dayLength), now);
  },
};
