import type { Db } from '../db/database';
import { defined } from '../db/defined';
import { byShard } from '../db/shards';
import { isUnavailable } from '../db/unavailable';
import { eachInTurn } from '../jobs/each-in-turn';
import type { Schedule } from '../jobs/worker';
import { beginningOf, dayLength, dayOf } from '../kernel/dates';
import { partOf } from '../ledger/accounts';
import { rulesOn } from '../rules/rules';
import { creditRewards } from './held-rewards';
import { type OrderKey, renewableDays, settleOrders } from './settle-orders';

/** Orders settled in one transaction, of members in one shard; members' balances are locked meanwhile. */
const batch = 100;
/** Parallel transactions. */
const lanes = 4;
/** Days to look back, for a gateway that was down: the oldest is settled first. */
const lookBack = [7, 6, 5, 4, 3, 2, 1];

/**
 * Settles a past day (`2026-11-20`, in China) for every order that was active when it began, and returns the number of orders paid.
 * Machines earn their part of the rent if they were online on that day; a day on which none was online is not one of the order's days. An
 * order is settled once per day, however often and by however many instances this is called. An order that fails does not stop the
 * others; the error is thrown at the end. `member`: only the orders of one member.
 */
export async function payRent(db: Db, day: string, now: number, member?: string): Promise<number> {
  const rules = await rulesOn(db.run, day);
  const failures: unknown[] = [];
  /** Settles all of them in one transaction, or each in its own if that fails. */
  async function settle(orders: readonly OrderKey[]): Promise<number> {
    try {
      return await db.tx((tx) => settleOrders(tx, orders, day, rules, now));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (orders.length > 1) {
        let paid = 0;
        for (const one of orders) paid += await settle([one]);
        return paid;
      }
      failures.push(error);
      return 0;
    }
  }
  async function settleLane(batches: readonly OrderKey[][]): Promise<number> {
    let paid = 0;
    for (const orders of batches) paid += await settle(orders);
    return paid;
  }
  let paid = 0;
  for (let after = ''; ; ) {
    const orders = await due(db, { day, member }, after);
    const groups = await byShard(db.run, orders, ({ member }) => member);
    const settled = await Promise.allSettled(lanesOf(groups).map(settleLane));
    for (const lane of settled) {
      if (lane.status === 'rejected') throw lane.reason;
      paid += lane.value;
    }
    if (orders.length < batch * lanes) break;
    after = orders.at(-1)?.serial_number ?? after;
  }
  if (failures.length) throw failures[0];
  return paid;
}

/** Batches of orders, each of one group. All orders of a member are in one lane, so that lanes share no account and do not wait for each other. */
function lanesOf(groups: readonly OrderKey[][]): OrderKey[][][] {
  const found = Array.from({ length: lanes }, (): OrderKey[][] => []);
  for (const group of groups) {
    const begun: OrderKey[][] = [];
    for (const order of group) {
      const lane = partOf(order.member, lanes);
      let orders = begun[lane];
      if (!orders || orders.length === batch) {
        orders = begun[lane] = [];
        found[lane]?.push(orders);
      }
      orders.push(order);
    }
  }
  return found;
}

/** Orders that started before the day and whose day has not been settled. */
const due = (db: Db, { day, member }: { day: string; member: string | undefined }, after: string) =>
  db.run
    .selectFrom('device_order as o')
    .select(['serial_number', 'member'])
    .where('days_left', '>', 0)
    .where('started_at', '<', beginningOf(day))
    .where('serial_number', '>', after)
    .where((is) => is.and(defined({ member })))
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('device_day as d')
            .select('d.day')
            .whereRef('d.member', '=', 'o.member')
            .whereRef('d.serial_number', '=', 'o.serial_number')
            .where('d.day', '=', day),
        ),
      ),
    )
    .orderBy('serial_number')
    .limit(batch * lanes)
    .execute();

/** Ends orders that expired so long ago that they can no longer be renewed: all, or those of one member. */
export async function endExpired({ run }: Db, now: number, member?: string): Promise<void> {
  await run
    .updateTable('device_order')
    .set({ ended_at: new Date(now) })
    .where('expired_at', '<', new Date(now - renewableDays * dayLength))
    .where('days_left', '=', 0)
    .where('ended_at', 'is', null)
    .where('refunded_at', 'is', null)
    .where((is) => is.and(defined({ member })))
    .execute();
}

/** Runs hourly, so that a day that failed halfway is completed the same day; a settled day costs one query. */
export const rentSchedule: Schedule = {
  name: 'rent',
  every: 3_600_000,
  async run(db, now) {
    const failures: unknown[] = [];
    const failed = (error: unknown) => failures.push(error);
    await eachInTurn(lookBack, (ago) => payRent(db, dayOf(now - ago * dayLength), now), failed);
    await creditRewards(db, now).catch(failed);
    await endExpired(db, now);
    if (failures.length) throw failures[0];
  },
};
