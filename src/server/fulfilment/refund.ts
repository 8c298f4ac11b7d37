import { sql } from 'kysely';
import { yuan } from '../../contract/wire/yuan';
import type { Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { lockOrder, type Purchase } from '../orders/own';
import { assertRefundable } from '../orders/refund-requests';
import { disputedOf } from '../payments/disputed';
import { takeBack } from './deliver';
import { giveStockBack } from './stock';

export interface Refunded {
  order: Purchase;
  /** In the order's currency, as `left`. */
  refunded: number;
  left: number;
  /** Device orders whose days were taken back. */
  devices: string[];
}

/**
 * Counts all or part of an order as refunded, in the order's currency; the full remaining amount if absent. Money that the payer's
 * bank holds or has taken back cannot be refunded. The order stays successful.
 * With the last part the goods go back into stock, and machines stop earning. Only for refunds and lost disputes (`checkout`), which move
 * the money and stop the machines.
 */
export async function countRefund(
  tx: Tx,
  input: { orderNo: string; amount?: number | undefined },
  now: number,
): Promise<Refunded> {
  const order = await lockOrder(tx, input.orderNo);
  if (!order) throw new DomainError('orderMissing');
  assertRefundable(order);
  const disputed = await disputedOf(tx, order);
  const left = Math.max(0, order.paid - order.refunded - disputed);
  if (disputed && !left) throw new DomainError('refundDisputed');
  const amount = input.amount ?? left;
  if (amount < 1 || amount > left)
    throw new DomainError('refundTooMuch', { left: order.currency === 'money' ? yuan(left) : left });
  await tx
    .updateTable('purchase')
    .set({ refunded: sql<number>`refunded + ${amount}` })
    .where('member', '=', order.member)
    .where('order_no', '=', order.order_no)
    .execute();
  await tx
    .updateTable('refund_request')
    .set({ state: 'refunded', decided_at: new Date(now) })
    .where('member', '=', order.member)
    .where('order_no', '=', order.order_no)
    .where('state', '=', 'asked')
    .execute();
  let devices: string[] = [];
  if (order.refunded + amount === order.paid) {
    devices = await takeBack(tx, order, now);
    await giveStockBack(tx, order, true);
  }
  return { order, refunded: amount, left: left - amount, devices };
}
