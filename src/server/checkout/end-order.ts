import type { FailReason } from '../../contract/buying/orders';
import type { Tx } from '../db/database';
import { enqueueSync } from '../devices/sync-machines';
import { fail, fulfil, succeed } from '../fulfilment/settle';
import type { Line } from '../orders/lines';
import type { Purchase } from '../orders/own';
import { releaseAddress } from '../payments/usdt/reserve';

/**
 * Ends a paid order: delivers the purchase, has cloud phones prepared, and releases the USDT address reserved for it.
 */
export async function completeOrder(tx: Tx, order: Purchase, paymentNo: string, now: number): Promise<void> {
  if (order.way === 'usdt') await releaseAddress(tx, order.order_no);
  await enqueueSync(tx, await succeed(tx, order, paymentNo, now), now);
}

/** Delivers an order that this transaction has inserted as paid and whose goods it has counted as sold, and has cloud phones prepared. */
export async function deliverOrder(
  tx: Tx,
  order: Purchase,
  now: number,
  lines: readonly Line[],
): Promise<void> {
  await enqueueSync(tx, await fulfil(tx, order, now, lines), now);
}

/** Ends an order that will not be paid: releases goods, coupon and USDT address, and credits partial payments to the balance. */
export async function failOrder(tx: Tx, order: Purchase, reason: FailReason, now: number): Promise<void> {
  if (order.way === 'usdt') await releaseAddress(tx, order.order_no);
  await fail(tx, order, reason, now);
}
