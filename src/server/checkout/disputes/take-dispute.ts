import { OrderState } from '../../../contract/buying/orders';
import type { Db, Tx } from '../../db/database';
import { sales } from '../../fulfilment/settle';
import { newNumber } from '../../kernel/numbers';
import { type Account, systemAccount } from '../../ledger/accounts';
import { postMovement } from '../../ledger/post';
import { lockOrder } from '../../orders/own';
import type { DisputeReport } from '../../payments/provider';
import type { Dispute } from '../../payments/tables';

/** Money of disputed payments that a provider has taken until the decision. */
const disputed = systemAccount('disputed', 'CNY');

/**
 * Applies a report about a disputed payment. It is stored once; a repeated or late report changes nothing, and a decided dispute stays as
 * it is. `unknown`: we have no such payment.
 */
export const takeDispute = (db: Db, way: string, report: DisputeReport, now: number) =>
  db.tx(async (tx) => {
    const payment = await tx
      .selectFrom('receipt')
      .select(['id', 'member', 'order_no', 'way'])
      .where('id', '=', `${way}:${report.paymentNo}`)
      .executeTakeFirst();
    if (!payment?.order_no) return 'unknown';
    const { order_no } = payment;
    await lockOrder(tx, order_no, payment.member); // a refund of it waits, and sees the dispute
    return storeDispute(tx, { ...payment, order_no }, report, now);
  });

type DisputedPayment = Pick<Dispute, 'member' | 'order_no' | 'way'> & { id: string };

/** Stores a report about a payment whose order is locked, and returns its dispute. `by`: the person who records it. */
export async function storeDispute(
  tx: Tx,
  payment: DisputedPayment,
  report: Omit<DisputeReport, 'paymentNo'>,
  now: number,
  by?: string,
): Promise<Dispute> {
  await tx
    .insertInto('dispute')
    .values({
      member: payment.member,
      number: newNumber('D', now, 8),
      way: payment.way,
      reference: report.dispute,
      order_no: payment.order_no,
      receipt: payment.id,
      amount: report.amount,
      reason: report.reason.slice(0, 300),
      state: 'inquiry',
      withheld: false,
      deadline: report.deadline ? new Date(report.deadline) : null,
      recorded_by: by ?? null,
      at: new Date(now),
      ended_at: null,
      goods: null,
      note: null,
      settled_at: null,
    })
    .onConflict((conflict) => conflict.constraint('dispute_way_reference_key').doNothing())
    .execute();
  const row = await tx
    .selectFrom('dispute')
    .selectAll()
    .where('member', '=', payment.member)
    .where('way', '=', payment.way)
    .where('reference', '=', report.dispute)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await advance(tx, row, report.state, now);
  return row;
}

/** Moves a dispute forward, and books what its provider takes, gives back or keeps. */
export async function advance(
  tx: Tx,
  row: Dispute,
  state: DisputeReport['state'],
  now: number,
  note: string | null = null,
): Promise<void> {
  const isOver = row.state === 'won' || row.state === 'lost';
  if (isOver || state === row.state || state === 'inquiry') return;
  const isTaken = state === 'open' || state === 'lost';
  if (isTaken && !row.withheld) await book(tx, row, 'dispute', systemAccount(row.way, 'CNY'), now);
  if (state === 'won' && row.withheld) await book(tx, row, 'dispute-won', systemAccount(row.way, 'CNY'), now);
  if (state === 'lost') await book(tx, row, 'dispute-lost', await loserOf(tx, row), now);
  await tx
    .updateTable('dispute')
    .set({
      state,
      withheld: isTaken,
      ...(state !== 'open' && { ended_at: new Date(now) }),
      ...(note && { note }),
    })
    .where('member', '=', row.member)
    .where('number', '=', row.number)
    .execute();
}

/**
 * The account that bears a loss: the sales if the payment paid for goods. Otherwise the member has it in the balance, and a correction can
 * take it from there.
 */
async function loserOf(tx: Tx, { member, receipt }: Dispute): Promise<Account> {
  const sold = await tx
    .selectFrom('receipt as r')
    .innerJoin('purchase as p', (join) =>
      join.onRef('p.order_no', '=', 'r.order_no').onRef('p.member', '=', 'r.member'),
    )
    .select('r.id')
    .where('r.member', '=', member)
    .where('r.id', '=', receipt)
    .where('r.used_for', '=', 'order')
    .where('p.state', '=', OrderState.successful)
    .where('p.top_up', '=', false)
    .executeTakeFirst();
  return sold ? sales('CNY') : systemAccount('corrections', 'CNY');
}

/** The disputed amount moves out of the provider's account, back into it, or out of the sales. */
async function book(
  tx: Tx,
  { member, order_no, amount, reference, number }: Dispute,
  kind: 'dispute' | 'dispute-won' | 'dispute-lost',
  other: Account,
  now: number,
): Promise<void> {
  const out = kind === 'dispute' ? amount : -amount;
  await postMovement(
    tx,
    {
      kind,
      asset: 'CNY',
      entries: [
        [other, out],
        [disputed, -out],
      ],
      memo: `${number} ${reference}`,
      ref: order_no,
      owner: member,
    },
    now,
  );
}
