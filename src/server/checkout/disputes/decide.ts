import type { Db, Tx } from '../../db/database';
import { countRefund } from '../../fulfilment/refund';
import { beginningOf, dayLength } from '../../kernel/dates';
import { DomainError } from '../../kernel/domain-error';
import { lockOrder } from '../../orders/own';
import type { Dispute } from '../../payments/tables';
import { endMachines } from '../refunds/end-machines';
import { paymentNoOf } from '../refunds/split';
import { advance, takeDisputeIn } from './take-dispute';

// Decisions of people about disputed payments.

interface Recorded {
  orderNo: string;
  /** The provider's number of the dispute or complaint. */
  providerNo: string;
  /** Fen. */
  amount: number;
  reason: string;
  withheld?: boolean | undefined;
  /** The last day for evidence, in China. */
  deadline?: string | undefined;
}

/**
 * Records a dispute that its provider does not report, for the newest payment of the order by a provider. The same number again changes
 * nothing. Refused for more than was paid.
 */
export const recordDispute = (db: Db, input: Recorded, by: string, now: number) =>
  db.tx(async (tx) => {
    const { orderNo, providerNo, amount, reason, withheld } = input;
    const order = await lockOrder(tx, orderNo);
    const payment = await tx
      .selectFrom('receipt')
      .select(['id', 'way', 'amount'])
      .where('member', '=', order?.member ?? '')
      .where('order_no', '=', orderNo)
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!order || !payment) throw new DomainError(order ? 'disputeUnpaid' : 'orderMissing');
    if (amount > payment.amount) throw new DomainError('disputeTooMuch');
    const deadline = input.deadline && beginningOf(input.deadline).getTime() + dayLength;
    const report = {
      dispute: providerNo,
      paymentNo: paymentNoOf({ receipt: payment.id, way: payment.way }),
      amount,
      reason,
      state: withheld ? ('open' as const) : ('inquiry' as const),
      ...(deadline && { deadline }),
    };
    const row = await takeDisputeIn(tx, payment.way, report, now, by);
    if (row === 'unknown') throw new DomainError('disputeUnpaid');
    return { number: row.number };
  });

/** The dispute with this number, locked until the end of the transaction if `lock` says so. */
async function disputeNamed(tx: Tx, number: string, lock = false): Promise<Dispute> {
  const named = await tx
    .selectFrom('dispute')
    .select('member')
    .where('number', '=', number)
    .executeTakeFirst();
  if (!named) throw new DomainError('disputeMissing');
  const row = await tx
    .selectFrom('dispute')
    .selectAll()
    .where('member', '=', named.member)
    .where('number', '=', number)
    .$if(lock, (is) => is.forUpdate())
    .executeTakeFirst();
  if (!row) throw new DomainError('disputeMissing');
  return row;
}

/** Ends a dispute as its provider has decided it, if its notification did not. Refused once it is decided. */
export const endDispute = (db: Db, number: string, state: 'won' | 'lost', note: string, now: number) =>
  db.tx(async (tx) => {
    const row = await disputeNamed(tx, number, true);
    if (row.state === 'won' || row.state === 'lost') throw new DomainError('disputeDecided');
    await advance(tx, row, state, now, note);
    return { number, state };
  });

/**
 * Decides about the goods of a lost dispute. `kept`: the member keeps them. `taken`: the amount counts as refunded, and with the last part
 * of the order goods return into stock, and machines stop, as with a refund. No money moves. Refused a second time.
 */
export const decideGoods = (db: Db, number: string, goods: 'kept' | 'taken', note: string, now: number) =>
  db.tx(async (tx) => {
    const { order_no: orderNo, member } = await disputeNamed(tx, number);
    await lockOrder(tx, orderNo, member);
    const row = await tx
      .updateTable('dispute')
      .set({ goods, note, settled_at: new Date(now) })
      .where('member', '=', member)
      .where('number', '=', number)
      .where('state', '=', 'lost')
      .where('settled_at', 'is', null)
      .returning('amount')
      .executeTakeFirst();
    if (!row) throw new DomainError('disputeDecided');
    if (goods === 'kept') return { number, goods };
    const { order, devices } = await countRefund(tx, { orderNo, amount: row.amount }, now);
    await endMachines(tx, { member: order.member, devices }, now);
    return { number, goods };
  });
