import type { PaymentMethod } from '../../contract/orders';
import { onlineLimit } from '../../contract/payments';
import type { Tx } from '../db/database';
import { isOnline } from './methods';

/** The amounts of the transactions that a total takes, in fen: each up to the online limit (spec §9). */
export function split(total: number, way: PaymentMethod): number[] {
  if (!isOnline(way)) return [total];
  const whole = Array.from({ length: Math.floor(total / onlineLimit) }, () => onlineLimit);
  const rest = total % onlineLimit;
  return rest ? [...whole, rest] : whole;
}

export async function writeParts(tx: Tx, orderNo: string, total: number, way: PaymentMethod): Promise<void> {
  const parts = split(total, way).map((amount, at) => ({
    order_no: orderNo,
    part: at + 1,
    amount,
    paid: false,
  }));
  await tx.insertInto('payment_part').values(parts).execute();
}
