import { isOnline, type PaymentMethod } from '../../contract/buying/payment-methods';
import { onlineLimit } from '../../contract/buying/payments';
import type { Tx } from '../db/database';

/** Splits a total into amounts of transactions, in fen: each up to the online limit (spec §9). */
export function split(total: number, method: PaymentMethod): number[] {
  if (!isOnline(method)) return [total];
  const fullParts = Array.from({ length: Math.floor(total / onlineLimit) }, () => onlineLimit);
  const rest = total % onlineLimit;
  return rest ? [...fullParts, rest] : fullParts;
}

export async function writeParts(
  tx: Tx,
  { orderNo, member }: { orderNo: string; member: string },
  total: number,
  method: PaymentMethod,
): Promise<void> {
  const parts = split(total, method).map((amount, at) => ({
    member,
    order_no: orderNo,
    part: at + 1,
    amount,
    paid: false,
  }));
  await tx.insertInto('payment_part').values(parts).execute();
}

/** Splits the remaining amount of an order for another method. Paid parts stay unchanged. */
export async function rewriteParts(
  tx: Tx,
  { order_no, member, total, paid }: { order_no: string; member: string; total: number; paid: number },
  method: PaymentMethod,
): Promise<void> {
  const before = await tx
    .selectFrom('payment_part')
    .selectAll()
    .where('member', '=', member)
    .where('order_no', '=', order_no)
    .orderBy('part')
    .execute();
  const unpaid = before.filter((part) => !part.paid).map(({ amount }) => amount);
  const amounts = split(total - paid, method);
  // if parts were paid out of order, the remaining ones differ from a new split, but they are within the limit as well
  if (`${unpaid}` === `${amounts}` || (paid > 0 && isOnline(method))) return;
  await tx
    .deleteFrom('payment_part')
    .where('member', '=', member)
    .where('order_no', '=', order_no)
    .where('paid', '=', false)
    .execute();
  const last = Math.max(0, ...before.filter((part) => part.paid).map(({ part }) => part));
  const parts = amounts.map((amount, at) => ({ member, order_no, part: last + at + 1, amount, paid: false }));
  await tx.insertInto('payment_part').values(parts).execute();
}
