import { OrderState } from '../../contract/buying/orders';
import type { Db, Tx } from '../db/database';
import { defined } from '../db/defined';
import type { Schedule } from '../jobs/worker';
import { isOpen, lockOrder, type OrderName } from '../orders/own';
import { failOrder } from './end-order';

const batch = 200;

/**
 * Ends the orders that have expired, all or those of one member, and returns their number. Orders that are being confirmed wait: a remittance for its auditor, a
 * transfer for the chain. Money that arrives later is credited to the member's balance (`receivePayment`).
 */
export async function expireOrders(db: Db, now: number, member?: string): Promise<number> {
  const due = await db.run
    .selectFrom('purchase')
    .select(['order_no', 'member'])
    .where('state', 'in', [OrderState.waiting, OrderState.confirming])
    .where('expires_at', '<=', new Date(now))
    .where((is) => is.and(defined({ member })))
    .orderBy('expires_at')
    .limit(batch)
    .execute();
  let ended = 0;
  for (const named of due) if (await db.tx((tx) => expireOrder(tx, named, now))) ended++;
  return ended;
}

async function expireOrder(tx: Tx, { order_no, member }: OrderName, now: number): Promise<boolean> {
  const order = await lockOrder(tx, order_no, member);
  if (!order || !isOpen(order) || order.expires_at.getTime() > now) return false;
  if (await isAwaited(tx, order)) {
    // Rescheduled, so that an order that is confirming for days does not keep others from their turn.
    await tx
      .updateTable('purchase')
      .set({ expires_at: new Date(now + 10 * 60_000) })
      .where('member', '=', member)
      .where('order_no', '=', order_no)
      .execute();
    return false;
  }
  await failOrder(tx, order, 'expired', now);
  return true;
}

async function isAwaited(tx: Tx, { order_no, member }: OrderName): Promise<boolean> {
  const remitted = await tx
    .selectFrom('remittance')
    .select('id')
    .where('member', '=', member)
    .where('order_no', '=', order_no)
    .where('state', '=', 'auditing')
    .executeTakeFirst();
  const transferred = await tx
    .selectFrom('usdt_transfer')
    .select('txid')
    .where('order_no', '=', order_no)
    .where('state', '=', 'seen')
    .executeTakeFirst();
  return !!remitted || !!transferred;
}

export const orderExpiry: Schedule = {
  name: 'order-expiry',
  every: 30_000,
  async run(db, now) {
    await expireOrders(db, now);
  },
};
