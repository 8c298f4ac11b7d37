import { sql } from 'kysely';
import { OrderState } from '../../contract/buying/orders';
import { collectOf } from '../accounts/collect-coins';
import { shortVideoPlatform } from '../accounts/provider';
import { endExpired, payRent } from '../accruals/rent';
import { expireOrders } from '../checkout/expire-orders';
import type { Tx } from '../db/database';
import { assertNotArchived } from '../devices/archive/assert-not-archived';
import { sumAgain } from '../devices/sum-months';
import { beginningOf, dayLength, dayOf } from '../kernel/dates';
import type { Gateway } from '../kernel/gateway';

/** Rows of one statement, whose values the database limits. */
const rowsAtOnce = 1000;

/** The largest number of days of one act. */
export const mostDays = 60;

/**
 * In test mode: lets days pass for one member, and does what the schedules would have done on them, with their own functions. The clock of
 * the gateway stays, so the member's rows move into the past instead. Gives the number of machine orders that were paid rent, summed over the
 * days, and of unpaid orders that expired. Rewards for rent also reach the member's inviters, as on any day.
 */
export async function advanceTime(
  { db, settings, now }: Pick<Gateway, 'db' | 'settings' | 'now'>,
  member: string,
  days: number,
): Promise<{ rents: number; expired: number }> {
  await db.tx((tx) => moveBack(tx, member, days));
  const at = now();
  let rents = 0;
  for (let ago = days; ago >= 1; ago--) rents += await payRent(db, dayOf(at - ago * dayLength), at, member);
  await endExpired(db, at, member);
  const expired = await expireOrders(db, at, member);
  const platform = shortVideoPlatform(settings);
  const accounts = await db.run
    .selectFrom('short_video_account')
    .select('id')
    .where('member', '=', member)
    .orderBy('id')
    .execute();
  if (platform) for (const { id } of accounts) await collectOf(db, platform, { member, id }, at);
  return { rents, expired };
}

/** Moves everything of the member that waits for a time. Past events, such as movements of money, keep their time. */
async function moveBack(tx: Tx, member: string, days: number): Promise<void> {
  // whole hours are the same in each time zone; nodes refuse an expression that the zone of the connection could change
  const before = (column: string) =>
    sql<Date>`(${sql.ref(column)} at time zone 'UTC' - make_interval(hours => ${sql.lit(days * 24)})) at time zone 'UTC'`;
  await tx
    .updateTable('device_order')
    .set({
      ordered_at: before('ordered_at'),
      started_at: before('started_at'),
      expired_at: before('expired_at'),
    })
    .where('member', '=', member)
    .execute();
  await tx
    .updateTable('machine_online')
    .set({ since: before('since'), until: before('until') })
    .where('member', '=', member)
    .execute();
  await tx
    .updateTable('task')
    .set({ created_at: before('created_at'), changed_at: before('changed_at') })
    .where('member', '=', member)
    .execute();
  await moveDays(tx, member, days);
  await tx
    .updateTable('purchase')
    .set({ created_at: before('created_at'), expires_at: before('expires_at') })
    .where('member', '=', member)
    .where('state', 'in', [OrderState.waiting, OrderState.confirming])
    .execute();
  await tx
    .updateTable('payout_account')
    .set({ usable_from: before('usable_from') })
    .where('member', '=', member)
    .execute();
  await tx
    .updateTable('membership')
    .set({ until: before('until') })
    .where('member', '=', member)
    .execute();
  await tx
    .updateTable('short_video_account')
    .set({ fetched_until: before('fetched_until') })
    .where('member', '=', member)
    .execute();
  await moveCoins(tx, member, days);
}

/**
 * Moves the collected coins, so that the days before now are empty and can bring coins again. The platform's ids of visits are parts of
 * keys, so that moved rows have new keys.
 */
async function moveCoins(tx: Tx, member: string, days: number): Promise<void> {
  const moved = (day: string) => dayOf(beginningOf(day).getTime() - days * dayLength);
  const visits = await tx.deleteFrom('grab_record').where('member', '=', member).returningAll().execute();
  for (let from = 0; from < visits.length; from += rowsAtOnce)
    await tx
      .insertInto('grab_record')
      .values(
        visits.slice(from, from + rowsAtOnce).map((row) => ({
          ...row,
          id: `${row.id}-${days}`,
          day: moved(row.day),
          at: new Date(row.at.getTime() - days * dayLength),
        })),
      )
      .execute();
  const sums = await tx.deleteFrom('account_day').where('member', '=', member).returningAll().execute();
  if (sums.length)
    await tx
      .insertInto('account_day')
      .values(sums.map((row) => ({ ...row, day: moved(row.day) })))
      .execute();
}

/**
 * Moves the settled days of machine orders, with their earnings. The days are parts of keys, so that their rows are written anew. Earnings in
 * the archive stay where they are.
 */
async function moveDays(tx: Tx, member: string, days: number): Promise<void> {
  const moved = (day: string) => dayOf(beginningOf(day).getTime() - days * dayLength);
  const settled = await tx.deleteFrom('device_day').where('member', '=', member).returningAll().execute();
  if (settled.length)
    await tx
      .insertInto('device_day')
      .values(settled.map((row) => ({ ...row, day: moved(row.day) })))
      .execute();
  const earned = await tx.deleteFrom('order_log').where('member', '=', member).returningAll().execute();
  const rows = earned.map((row) => ({
    ...row,
    id: `${row.kind}:${row.serial_number}:${moved(row.day)}`,
    day: moved(row.day),
    at: new Date(row.at.getTime() - days * dayLength),
  }));
  if (rows.length) {
    await assertNotArchived(tx, new Date(Math.min(...rows.map(({ at }) => at.getTime()))));
    await tx.insertInto('order_log').values(rows).execute();
  }
  await sumAgain(tx, member);
}
