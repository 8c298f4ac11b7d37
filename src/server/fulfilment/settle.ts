import { type FailReason, OrderState } from '../../contract/buying/orders';
import type { Tx } from '../db/database';
import { memberAccount, systemAccount } from '../ledger/accounts';
import { postMovement } from '../ledger/post';
import { notifyMember } from '../notices/notify-member';
import { type Line, linesOf } from '../orders/lines';
import type { OrderName, Purchase } from '../orders/own';
import { giveCouponBack } from '../pricing/coupons';
import { deliver } from './deliver';
import { countSold, giveStockBack } from './stock';

/** Payments for an order that is not complete yet are held in this account. */
export const prepaid = systemAccount('prepaid', 'CNY');
export const sales = (asset: 'CNY' | 'points' | 'cloudBeans') => systemAccount('sales', asset);

/** From waiting to confirming: a payment was detected and waits for confirmation. Orders in other states stay unchanged. */
export async function markConfirming(tx: Tx, { order_no, member }: OrderName): Promise<void> {
  await tx
    .updateTable('purchase')
    .set({ state: OrderState.confirming })
    .where('member', '=', member)
    .where('order_no', '=', order_no)
    .where('state', '=', OrderState.waiting)
    .execute();
}

/**
 * From open to successful: the order is fully paid. Delivers it and notifies the member. The caller has locked the order and moved the
 * money. Returns the device orders that it delivered or renewed. Only for `checkout/end-order.ts`, which releases the reservations of the
 * payment.
 */
export async function succeed(tx: Tx, order: Purchase, paymentNo: string, now: number): Promise<string[]> {
  await forward(tx, order, paidInFull(order.total, paymentNo, now));
  const lines = await linesOf(tx, order);
  const devices = await fulfil(tx, order, now, lines);
  await countSold(tx, lines);
  return devices;
}

/** The values of an order that is fully paid. */
export const paidInFull = (total: number, paymentNo: string, now: number) => ({
  state: OrderState.successful,
  paid: total,
  paid_at: new Date(now),
  payment_no: paymentNo,
});

/** Delivers a paid order and notifies the member. Returns the device orders that it delivered or renewed. Only for `checkout/end-order.ts`. */
export async function fulfil(
  tx: Tx,
  order: Purchase,
  now: number,
  lines: readonly Line[],
): Promise<string[]> {
  const { member, order_no: orderNo } = order;
  const devices = await deliver(tx, member, lines, now);
  const link = order.top_up ? 'pages/mine/balance' : `pages/orderDetail?orderNo=${orderNo}`;
  const message = order.top_up
    ? ({ kind: 'rechargeCredited', values: { amount: order.total }, link } as const)
    : ({ kind: 'orderPaid', values: { orderNo }, link } as const);
  await notifyMember(tx, member, message, now);
  return devices;
}

/** From open to failed: releases goods and coupon, and credits partial payments to the balance. Only for `checkout/end-order.ts`. */
export async function fail(tx: Tx, order: Purchase, reason: FailReason, now: number): Promise<void> {
  await forward(tx, order, { state: OrderState.failed, fail_reason: reason, refunded: order.paid });
  if (order.paid > 0)
    await postMovement(
      tx,
      {
        kind: 'order-failed',
        asset: 'CNY',
        entries: [
          [prepaid, -order.paid],
          [memberAccount(order.member, 'balance'), order.paid],
        ],
        memo: reason,
        ref: order.order_no,
      },
      now,
    );
  await giveCouponBack(tx, order);
  await giveStockBack(tx, order);
}

async function forward(tx: Tx, { order_no, member }: Purchase, values: Partial<Purchase>): Promise<void> {
  const moved = await tx
    .updateTable('purchase')
    .set(values)
    .where('member', '=', member)
    .where('order_no', '=', order_no)
    .where('state', 'in', [OrderState.waiting, OrderState.confirming])
    .executeTakeFirst();
  if (!moved.numUpdatedRows) throw new Error(`order ${order_no} has ended, and cannot move on`);
}
