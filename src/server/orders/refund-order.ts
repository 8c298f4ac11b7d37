import { sql } from 'kysely';
import { OrderState } from '../../contract/orders';
import type { Db } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { type Kind, memberAccount } from '../ledger/accounts';
import { postMovement } from '../ledger/post';
import { notifyMember } from '../notices/notify-member';
import { takeBack } from './deliver';
import { lockOrder, sales } from './settle';
import { giveStockBack } from './stock';

/** Who an operator's request keys are kept under. */
export const operator = 'operator';

interface Refund {
  orderNo: string;
  /** In the order's currency; all that is left when absent. */
  amount?: number | undefined;
  reason: string;
  requestKey: string;
}

/**
 * Gives back what a member paid for an order, all of it or some, to where points, beans or balance are: an order stays
 * successful. With the last of it the goods go back into stock, and machines stop earning.
 */
export const refundOrder = (
  db: Db,
  input: Refund,
  now: number,
): Promise<{ refunded: number; left: number }> =>
  db.tx((tx) =>
    idempotent(tx, { member: operator, now }, { path: 'operator/refund' }, input, async () => {
      const order = await lockOrder(tx, input.orderNo);
      if (!order) throw new DomainError('orderMissing');
      const left = order.paid - order.refunded;
      const amount = input.amount ?? left;
      if (order.state !== OrderState.successful || amount < 1 || amount > left)
        throw new DomainError('orderFailed');
      await tx
        .updateTable('purchase')
        .set({ refunded: sql<number>`refunded + ${amount}` })
        .where('order_no', '=', order.order_no)
        .execute();
      if (amount === left) {
        await giveStockBack(tx, order.order_no, true);
        await takeBack(tx, order);
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
      const link = `pages/mine/payOrderDetail?orderNo=${orderNo}`;
      await notifyMember(
        tx,
        member,
        { kind: 'orderRefunded', values: { orderNo, reason: input.reason }, link },
        now,
      );
      return { refunded: amount, left: left - amount };
    }),
  );
