import type { Selectable } from 'kysely';
import type { Db, Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { notifyMember } from '../notices/notify-member';
import { isOpen, lockOrder } from '../orders/own';
import type { PaymentTables } from '../payments/tables';
import { failOrder } from './end-order';
import { creditBalance, receivePayment } from './receive-payment';
import { recharge } from './recharge';

/** Money that arrived for a remittance, in fen. */
export interface ArrivedMoney {
  amount: number;
  /** If the order needs more: it waits for the rest, or it ends and the money goes to the balance. */
  rest: 'open' | 'balance';
  /** A repeated booking with the same key changes nothing. */
  key: string;
}

type Remittance = Selectable<PaymentTables['remittance']>;

/**
 * Books what arrived for a remittance, whatever its amount. The order takes what it needs, and more goes to the member's balance. If it is
 * less, the remittance stays open for the rest, or the order fails and the money goes to the balance. The member receives a message.
 * Refused for a remittance that was decided.
 */
export const bookArrival = (db: Db, id: string, arrival: ArrivedMoney, now: number) =>
  db.tx((tx) => bookArrivalIn(tx, id, arrival, now));

export async function bookArrivalIn(tx: Tx, id: string, { amount, rest, key }: ArrivedMoney, now: number) {
  const named = await tx.selectFrom('remittance').select('member').where('id', '=', id).executeTakeFirst();
  const row =
    named &&
    (await tx
      .selectFrom('remittance')
      .selectAll()
      .where('member', '=', named.member)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst());
  if (!row) throw new DomainError('remittanceMissing');
  const paymentNo = `${id}/${key}`;
  if (await isBooked(tx, row.member, paymentNo)) return { id, state: row.state, arrived: row.arrived };
  if (row.state !== 'auditing') throw new DomainError('remittanceDecided');
  const arrived = row.arrived + amount;
  const state = await apply(tx, row, { amount, rest, paymentNo }, now);
  await tx
    .updateTable('remittance')
    .set({ state, arrived, ...(state === 'approved' && { decided_at: new Date(now) }) })
    .where('member', '=', row.member)
    .where('id', '=', id)
    .execute();
  return { id, state, arrived };
}

/** One arrival may have two receipts: one for the order, one for the excess. */
const isBooked = async (tx: Tx, member: string, paymentNo: string): Promise<boolean> =>
  !!(await tx
    .selectFrom('receipt')
    .select('id')
    .where('member', '=', member)
    .where('id', 'in', [`remittance:${paymentNo}`, `remittance:${paymentNo}/excess`])
    .limit(1)
    .executeTakeFirst());

type Booked = Omit<ArrivedMoney, 'key'> & { paymentNo: string };

async function apply(tx: Tx, row: Remittance, { amount, rest, paymentNo }: Booked, now: number) {
  const { order_no, member } = row;
  if (order_no === null) {
    await recharge(tx, { id: paymentNo, member, amount }, now);
    return 'approved';
  }
  const order = await lockOrder(tx, order_no, member);
  const due = await tx
    .selectFrom('payment_part')
    .selectAll()
    .where('member', '=', member)
    .where('order_no', '=', order_no)
    .where('paid', '=', false)
    .orderBy('part')
    .limit(1)
    .executeTakeFirst();
  const receive = (part: number, fen: number) =>
    receivePayment(tx, { way: 'remittance', paymentNo, orderNo: order_no, member, part, amount: fen }, now);
  if (!order || !isOpen(order) || !due) {
    await receive(0, amount);
    return 'approved';
  }
  if (amount >= due.amount) {
    await receive(due.part, due.amount);
    if (amount > due.amount)
      await creditExcess(tx, { member, orderNo: order_no, amount: amount - due.amount, paymentNo }, now);
    return 'approved';
  }
  if (rest === 'balance') {
    await creditExcess(tx, { member, orderNo: order_no, amount, paymentNo }, now);
    await failOrder(tx, order, 'rejected', now);
    return 'approved';
  }
  await splitPart(tx, due, amount);
  await receive(due.part, amount);
  const values = { orderNo: order_no, amount, left: due.amount - amount };
  const link = `pages/orderDetail?orderNo=${order_no}`;
  await notifyMember(tx, member, { kind: 'remittanceShort', values, link }, now);
  return 'auditing';
}

/** Makes two parts of one, so that the first has the amount that arrived. */
async function splitPart(
  tx: Tx,
  { member, order_no, part, amount }: Selectable<PaymentTables['payment_part']>,
  arrived: number,
): Promise<void> {
  const last = await tx
    .selectFrom('payment_part')
    .select((is) => is.fn.max<number>('part').as('part'))
    .where('member', '=', member)
    .where('order_no', '=', order_no)
    .executeTakeFirst();
  await tx
    .updateTable('payment_part')
    .set({ amount: arrived })
    .where('member', '=', member)
    .where('order_no', '=', order_no)
    .where('part', '=', part)
    .execute();
  await tx
    .insertInto('payment_part')
    .values({ member, order_no, part: Number(last?.part ?? part) + 1, amount: amount - arrived, paid: false })
    .execute();
}

/** Credits money that the order does not take to the member's balance, with a receipt of its own. */
async function creditExcess(
  tx: Tx,
  of: { member: string; orderNo: string; amount: number; paymentNo: string },
  now: number,
): Promise<void> {
  const { member, orderNo, amount, paymentNo } = of;
  await tx
    .insertInto('receipt')
    .values({
      member,
      id: `remittance:${paymentNo}/excess`,
      order_no: orderNo,
      way: 'remittance',
      amount,
      used_for: 'balance',
      at: new Date(now),
    })
    .execute();
  await creditBalance(tx, member, { way: 'remittance', paymentNo, orderNo, amount }, 'payment-excess', now);
}
