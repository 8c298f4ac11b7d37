import { sql } from 'kysely';
import type { PaymentMethod } from '../../contract/buying/payment-methods';
import type { Tx } from '../db/database';
import { prepaid, sales } from '../fulfilment/settle';
import { memberAccount, systemAccount } from '../ledger/accounts';
import { postMovement } from '../ledger/post';
import { notifyMember } from '../notices/notify-member';
import { isOpen, lockOrder, type Purchase } from '../orders/own';
import { completeOrder } from './end-order';

/** Money that really arrived, as a provider, the chain or an operator says. */
interface ArrivedPayment {
  way: PaymentMethod;
  /** The provider's number of the payment: the same money has the same number. */
  paymentNo: string;
  orderNo: string;
  /** From 1. */
  part: number;
  /** Fen. */
  amount: number;
}

/** Milliseconds that an order paid in part waits for the rest, after each part. */
const restTtl = 24 * 3_600_000;

/**
 * Takes in money for an order: the only way an order becomes paid from outside. The same payment told of again changes
 * nothing. What the order cannot take (it has ended, the part is paid, the amount is another) goes to the member's balance.
 */
export async function receivePayment(
  tx: Tx,
  money: ArrivedPayment,
  now: number,
): Promise<'order' | 'balance' | 'repeated' | 'unknown'> {
  const { way, paymentNo, orderNo, part, amount } = money;
  const order = await lockOrder(tx, orderNo);
  if (!order) return 'unknown';
  const due = await tx
    .selectFrom('payment_part')
    .selectAll()
    .where('order_no', '=', orderNo)
    .where('part', '=', part)
    .executeTakeFirst();
  const fits = isOpen(order) && due?.paid === false && due.amount === amount;
  const first = await tx
    .insertInto('receipt')
    .values({
      id: `${way}:${paymentNo}`,
      order_no: orderNo,
      way,
      amount,
      used_for: fits ? 'order' : 'balance',
      at: new Date(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!first.numInsertedOrUpdatedRows) return 'repeated';
  // Goods before accounts, as everywhere: two transactions that take them in another order wait for each other.
  if (fits) await markPartPaid(tx, order, money, now);
  else await notifyMember(tx, order.member, toBalance(money), now);
  const from = systemAccount(way, 'CNY');
  const to = fits ? prepaid : memberAccount(order.member, 'balance');
  await postMovement(
    tx,
    {
      kind: fits ? 'payment' : isOpen(order) ? 'payment-excess' : 'payment-late',
      asset: 'CNY',
      entries: [
        [from, -amount],
        [to, amount],
      ],
      memo: paymentNo,
      ref: orderNo,
    },
    now,
  );
  return fits ? 'order' : 'balance';
}

/** Nobody should have to look for money that did not pay what it was meant for. */
const toBalance = ({ orderNo, amount }: ArrivedPayment) =>
  ({
    kind: 'paymentToBalance',
    values: { orderNo, amount },
    link: `pages/orderDetail?orderNo=${orderNo}`,
  }) as const;

/** Counts the part as paid, and the order when it was the last. */
async function markPartPaid(
  tx: Tx,
  order: Purchase,
  { way, part, amount, paymentNo }: ArrivedPayment,
  now: number,
) {
  await tx
    .updateTable('payment_part')
    .set({ paid: true })
    .where('order_no', '=', order.order_no)
    .where('part', '=', part)
    .execute();
  const paid = order.paid + amount;
  if (paid < order.total) {
    await tx
      .updateTable('purchase')
      .set({
        paid: sql<number>`paid + ${amount}`,
        payment_no: paymentNo,
        expires_at: new Date(Math.max(order.expires_at.getTime(), now + restTtl)),
      })
      .where('order_no', '=', order.order_no)
      .execute();
    return;
  }
  // the order may have changed its way of paying after this payment was begun
  await tx.updateTable('purchase').set({ way }).where('order_no', '=', order.order_no).execute();
  await completeOrder(tx, order, paymentNo, now);
  await postMovement(
    tx,
    {
      kind: order.top_up ? 'recharge' : 'order',
      asset: 'CNY',
      entries: [
        [prepaid, -order.total],
        [order.top_up ? memberAccount(order.member, 'balance') : sales('CNY'), order.total],
      ],
      memo: paymentNo,
      ref: order.order_no,
    },
    now,
  );
}
