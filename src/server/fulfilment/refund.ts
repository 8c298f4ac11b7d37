import { sql } from 'kysely';
import { yuan } from '../../contract/wire/yuan';
import type { Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { type Kind, memberAccount } from '../ledger/accounts';
import { postMovement } from '../ledger/post';
import { notifyMember } from '../notices/notify-member';
import { lockOrder } from '../orders/own';
import { assertRefundable } from '../orders/refund-requests';
import { takeBack } from './deliver';
import { sales } from './settle';
import { giveStockBack } from './stock';

export interface Refund {
  orderNo: string;
  /** In the order's currency; the full remaining amount if absent. */
  amount?: number | undefined;
  reason: string;
}

export interface Refunded {
  refunded: number;
  left: number;
  /** Device orders whose days were taken back. */
  devices: string[];
}

/**
 * Refunds all or part of an order to the account with which it was paid (points, beans or balance); the order stays successful. With the
 * last part the goods go back into stock, and machines stop earning. Only for `checkout/refund-order.ts`, which stops the machines.
 */
export async function refund(tx: Tx, input: Refund, now: number): Promise<Refunded> {
  const order = await lockOrder(tx, input.orderNo);
  if (!order) throw new DomainError('orderMissing');
  const left = order.paid - order.refunded;
  const amount = input.amount ?? left;
  assertRefundable(order);
  if (amount < 1 || amount > left)
    throw new DomainError('refundTooMuch', { left: order.currency === 'money' ? yuan(left) : left });
  await tx
    .updateTable('purchase')
    .set({ refunded: sql<number>`refunded + ${amount}` })
    .where('order_no', '=', order.order_no)
    .execute();
  await tx
    .updateTable('refund_request')
    .set({ state: 'refunded', decided_at: new Date(now) })
    .where('order_no', '=', order.order_no)
    .where('state', '=', 'asked')
    .execute();
  let devices: string[] = [];
  if (amount === left) {
    await giveStockBack(tx, order.order_no, true);
    devices = await takeBack(tx, order, now);
  }
  const kind: Kind = order.currency === 'money' ? 'balance' : order.currency;
  const asset = order.currency === 'money' ? 'CNY' : order.currency;
  await postMovement(
    tx,
    {
      kind: 'refund',
      asset,
      entries: [
        [sales(asset), -amount],
        [memberAccount(order.member, kind), amount],
      ],
      memo: input.reason,
      ref: order.order_no,
    },
    now,
  );
  const { member, order_no: orderNo } = order;
  const link = `pages/orderDetail?orderNo=${orderNo}`;
  await notifyMember(
    tx,
    member,
    { kind: 'orderRefunded', values: { orderNo, reason: input.reason }, link },
    now,
  );
  return { refunded: amount, left: left - amount, devices };
}
