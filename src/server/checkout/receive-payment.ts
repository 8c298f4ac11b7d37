import { sql } from 'kysely';
import type { PaymentMethod } from '../../contract/buying/payment-methods';
import type { Tx } from '../db/database';
import { prepaid, sales } from '../fulfilment/settle';
import { type Account, memberAccount, systemAccount } from '../ledger/accounts';
import { type Movement, postMovement } from '../ledger/post';
import { notifyMember } from '../notices/notify-member';
import { isOpen, lockOrder, type Purchase } from '../orders/own';
import { completeOrder } from './end-order';

/** Money that has arrived, as reported by a provider, the chain or an operator. */
interface ArrivedPayment {
  way: PaymentMethod;
  /** The provider's payment number, unique for each payment. */
  paymentNo: string;
  orderNo: string;
  /** The member who ordered, if known. */
  member?: string;
  /** From 1. */
  part: number;
  /** Fen. */
  amount: number;
}

/** Milliseconds that a partly paid order waits for the rest, after each part. */
const restTtl = 24 * 3_600_000;

/**
 * Applies money to an order: the only way in which an order becomes paid from outside. Reporting the same payment again changes nothing.
 * Money that the order cannot take (it has ended, the part is paid, the amount differs) is credited to the member's balance.
 */
export async function receivePayment(
  tx: Tx,
  money: ArrivedPayment,
  now: number,
): Promise<'order' | 'balance' | 'repeated' | 'unknown'> {
  const { way, paymentNo, orderNo, part, amount } = money;
  const order = await lockOrder(tx, orderNo, money.member);
  if (!order) return 'unknown';
  const due = await tx
    .selectFrom('payment_part')
    .selectAll()
    .where('member', '=', order.member)
    .where('order_no', '=', orderNo)
    .where('part', '=', part)
    .executeTakeFirst();
  const fits = isOpen(order) && due?.paid === false && due.amount === amount;
  const first = await tx
    .insertInto('receipt')
    .values({
      member: order.member,
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
  // Goods are locked before accounts, as everywhere: another order of locks could deadlock.
  if (!fits) {
    await creditBalance(tx, order.member, money, isOpen(order) ? 'payment-excess' : 'payment-late', now);
    return 'balance';
  }
  await markPartPaid(tx, order, money, now);
  await postMovement(tx, movementOf(order.member, money, 'payment', prepaid), now);
  return 'order';
}

const movementOf = (
  owner: string,
  { way, paymentNo, orderNo, amount }: Omit<ArrivedPayment, 'part'>,
  kind: 'payment' | 'payment-excess' | 'payment-late',
  to: Account,
): Movement => ({
  kind,
  asset: 'CNY',
  entries: [
    [systemAccount(way, 'CNY'), -amount],
    [to, amount],
  ],
  memo: paymentNo,
  ref: orderNo,
  owner,
});

/** Credits money that its order does not take, and notifies the member, so that they need not search for it. */
export async function creditBalance(
  tx: Tx,
  member: string,
  money: Omit<ArrivedPayment, 'part'>,
  kind: 'payment-excess' | 'payment-late',
  now: number,
): Promise<void> {
  const { orderNo, amount } = money;
  const link = `pages/orderDetail?orderNo=${orderNo}`;
  await notifyMember(tx, member, { kind: 'paymentToBalance', values: { orderNo, amount }, link }, now);
  await postMovement(tx, movementOf(member, money, kind, memberAccount(member, 'balance')), now);
}

/** Marks the part as paid, and the order if it was the last part. */
async function markPartPaid(
  tx: Tx,
  order: Purchase,
  { way, part, amount, paymentNo }: ArrivedPayment,
  now: number,
) {
  await tx
    .updateTable('payment_part')
    .set({ paid: true })
    .where('member', '=', order.member)
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
      .where('member', '=', order.member)
      .where('order_no', '=', order.order_no)
      .execute();
    return;
  }
  // the order may have changed its method after this payment began
  await tx
    .updateTable('purchase')
    .set({ way })
    .where('member', '=', order.member)
    .where('order_no', '=', order.order_no)
    .execute();
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
      owner: order.member,
    },
    now,
  );
}
