import type { Db, Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { notifyMember } from '../notices/notify-member';
import { isOpen, lockOrder } from '../orders/own';
import { bookArrivalIn } from './book-arrival';
import { failOrder } from './end-order';
import { receivePayment } from './receive-payment';
import { recharge } from './recharge';

interface RemittanceDecision {
  state: 'approved' | 'rejected';
  reason: string | null;
}

/**
 * Decides a remittance once: a repeated decision changes nothing, a different one is refused. If it is approved, the order is paid or the
 * balance credited; if it is rejected, the order fails.
 */
export const decideRemittance = (
  db: Db,
  id: string,
  decision: RemittanceDecision,
  now: number,
): Promise<{ id: string; state: string }> => db.tx((tx) => decideRemittanceIn(tx, id, decision, now));

/** Like `decideRemittance`, in the caller's transaction. */
export async function decideRemittanceIn(tx: Tx, id: string, decision: RemittanceDecision, now: number) {
  const rest = decision.state === 'approved' ? await restOf(tx, id) : undefined;
  if (rest) {
    const { state } = await bookArrivalIn(tx, id, { amount: rest, rest: 'open', key: 'rest' }, now);
    return { id, state };
  }
  const decided = await tx
    .updateTable('remittance')
    .set({ ...decision, decided_at: new Date(now) })
    .where('id', '=', id)
    .where('state', '=', 'auditing')
    .returning(['member', 'order_no', 'amount'])
    .executeTakeFirst();
  if (!decided) {
    const before = await tx.selectFrom('remittance').select('state').where('id', '=', id).executeTakeFirst();
    if (before?.state !== decision.state)
      throw new DomainError(before ? 'remittanceDecided' : 'remittanceMissing');
    return { id, state: before.state };
  }
  const { member, order_no, amount } = decided;
  if (order_no === null) {
    if (decision.state === 'approved') await recharge(tx, { id, member, amount }, now);
  } else if (decision.state === 'approved') {
    await receivePayment(
      tx,
      { way: 'remittance', paymentNo: id, orderNo: order_no, member, part: 1, amount },
      now,
    );
  } else {
    const order = await lockOrder(tx, order_no, member);
    if (order && isOpen(order)) await failOrder(tx, order, 'rejected', now);
  }
  if (decision.state === 'rejected') {
    const link = order_no ? `pages/orderDetail?orderNo=${order_no}` : 'pages/mine/otherPay';
    const values = { amount, reason: decision.reason ?? '' };
    await notifyMember(tx, member, { kind: 'remittanceRejected', values, link }, now);
  }
  return { id, state: decision.state };
}

/** The rest of a remittance of which a part has arrived: to approve it means that the rest is there. */
async function restOf(tx: Tx, id: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('remittance')
    .select(['amount', 'arrived'])
    .where('id', '=', id)
    .where('state', '=', 'auditing')
    .where('arrived', '>', 0)
    .executeTakeFirst();
  return row && row.amount > row.arrived ? row.amount - row.arrived : undefined;
}
