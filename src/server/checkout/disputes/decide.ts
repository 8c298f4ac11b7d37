import type { Db, Tx } from '../../db/database';
import { countRefund } from '../../fulfilment/refund';
import { beginningOf, dayLength } from '../../kernel/dates';
import { DomainError } from '../../kernel/domain-error';
import { lockOrder } from '../../orders/own';
import type { Dispute } from '../../payments/tables';
import { endMachines } from '../refunds/end-machines';
import { advance, storeDispute } from './take-dispute';

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
      .select(['id', 'member', 'way', 'amount'])
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
      amount,
      reason,
      state: withheld ? ('open' as const) : ('inquiry' as const),
      ...(deadline && { deadline }),
    };
    const { number } = await storeDispute(tx, { ...payment, order_no: orderNo }, report, now, by);
    return { number };
  });

async function disputeNamed(tx: Tx, number: string): Promise<Dispute> {
  const row = await tx.selectFrom('dispute').selectAll().where('number', '=', number).executeTakeFirst();
  if (!row) throw new DomainError('disputeMissing');
  return row;
}

/** Ends a dispute as its provider has decided it, if its notification did not. Refused once it is decided. */
export const endDispute = (db: Db, number: string, state: 'won' | 'lost', note: string, now: number) =>
  db.tx(async (tx) => {
    const { member } = await disputeNamed(tx, number);
    const row = await tx
      .selectFrom('dispute')
      .selectAll()
      .where('member', '=', member)
      .where('number', '=', number)
      .forUpdate()
      .executeTakeFirstOrThrow();
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
