import { isOnline, type OnlineMethod } from '../../../contract/buying/payment-methods';
import type { Currency } from '../../../contract/buying/products';
import type { Executor } from '../../db/database';
import type { OrderName } from '../../orders/own';
import { disputedParts } from '../../payments/disputed';
import type { RefundsBy } from '../../payments/providers';

/** A part of a refund that goes back to the payment from which it came. */
export interface RefundPart {
  /** The payment, by the id of its receipt. */
  receipt: string;
  way: OnlineMethod;
  amount: number;
}

/** The provider's number of a payment, from the id of its receipt. */
export const paymentNoOf = ({ receipt, way }: { receipt: string; way: string }): string =>
  receipt.slice(way.length + 1);

/**
 * Splits a refund: each payment that its provider can refund takes back up to its own amount, the newest first. The balance takes the rest:
 * what was paid from it, by bank transfer, in USDT, or through a provider that does not refund.
 */
export async function splitRefund(
  run: Executor,
  providers: RefundsBy,
  order: OrderName,
  amount: number,
): Promise<{ parts: RefundPart[]; balance: number }> {
  let balance = amount;
  const parts: RefundPart[] = [];
  for (const { left, ...payment } of await refundable(run, providers, order)) {
    const taken = Math.min(left, balance);
    if (taken > 0) parts.push({ ...payment, amount: taken });
    balance -= taken;
  }
  return { parts, balance };
}

/** The payments of an order that their providers can refund, newest first, with what is left of each. */
async function refundable(run: Executor, providers: RefundsBy, order: OrderName) {
  const receipts = await run
    .selectFrom('receipt')
    .select(['id', 'way', 'amount'])
    .where('member', '=', order.member)
    .where('order_no', '=', order.order_no)
    .where('used_for', '=', 'order')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const given = await run
    .selectFrom('provider_refund')
    .select((is) => ['receipt', is.fn.sum<number>('amount').as('amount')])
    .where('member', '=', order.member)
    .where('order_no', '=', order.order_no)
    .groupBy('receipt')
    .execute();
  const disputed = await disputedParts(run, order);
  return receipts.flatMap(({ id, way, amount }) => {
    if (!isOnline(way) || !providers(way)) return [];
    const taken = [...given, ...disputed]
      .filter(({ receipt }) => receipt === id)
      .reduce((sum, one) => sum + Number(one.amount), 0);
    return [{ receipt: id, way, left: amount - taken }];
  });
}

/** Where a refund of all that is left of an order would go, for people who decide it. */
export async function refundGoesTo(
  run: Executor,
  providers: RefundsBy,
  order: OrderName & { currency: Currency; left: number },
): Promise<{ way: string; amount?: number }[]> {
  if (order.currency !== 'money') return [{ way: order.currency }];
  const { parts, balance } = await splitRefund(run, providers, order, order.left);
  return [
    ...parts.map((part) => ({ way: part.way, amount: part.amount })),
    ...(balance ? [{ way: 'balance', amount: balance }] : []),
  ];
}
