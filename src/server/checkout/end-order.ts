import type { FailReason } from '../../contract/buying/orders';
import type { Tx } from '../db/database';
import { enqueueSync } from '../devices/sync-machines';
import { fail, succeed } from '../fulfilment/settle';
import { countSold } from '../fulfilment/stock';
import { type Line, linesOf } from '../orders/lines';
import type { Purchase } from '../orders/own';
import { releaseAddress } from '../payments/usdt/reserve';

/**
 * Ends a paid order: delivers the purchase, has cloud phones prepared, and releases the USDT address reserved for it. `lines`: of an order
 * that is paid when it is placed, and whose goods are counted as sold already.
 */
export async function completeOrder(
  tx: Tx,
  order: Purchase,
  paymentNo: string,
  now: number,
  lines?: readonly Line[],
): Promise<void> {
  if (order.way === 'usdt') await releaseAddress(tx, order.order_no);
  const bought = lines ?? (await linesOf(tx, order));
  if (!lines) await countSold(tx, bought);
  await enqueueSync(tx, await succeed(tx, order, paymentNo, now, bought), now);
}

/** Ends an order that will not be paid: releases goods, coupon and USDT address, and credits partial payments to the balance. */
export async function failOrder(tx: Tx, order: Purchase, reason: FailReason, now: number): Promise<void> {
  if (order.way === 'usdt') await releaseAddress(tx, order.order_no);
  await fail(tx, order, reason, now);
}
