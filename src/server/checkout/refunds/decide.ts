import { sql } from 'kysely';
import type { Db, Executor } from '../../db/database';
import { sales } from '../../fulfilment/settle';
import { DomainError } from '../../kernel/domain-error';
import { memberAccount } from '../../ledger/accounts';
import { postMovement } from '../../ledger/post';
import { notifyMember } from '../../notices/notify-member';
import { disputedParts } from '../../payments/disputed';
import type { RefundsBy } from '../../payments/providers';
import type { ProviderRefund } from '../../payments/tables';
import { orderOf, sendRefunds } from './send';
import { refunding, takeReport } from './take-report';

// Decisions of people about refunds that failed.

async function refundNamed(run: Executor, number: string): Promise<ProviderRefund> {
  const row = await run
    .selectFrom('provider_refund')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirst();
  if (!row) throw new DomainError('providerRefundMissing');
  return row;
}

/**
 * A refund that failed, according to its provider too: the provider is asked, because its response may have got lost. Refused if it does
 * not respond, or if the refund has not failed.
 */
async function failedRefund(db: Db, providers: RefundsBy, number: string, now: number) {
  const row = await refundNamed(db.run, number);
  if (row.state !== 'failed') throw new DomainError('providerRefundNotFailed');
  if (await isTakenBack(db.run, row)) throw new DomainError('refundDisputed');
  const report = await providers(row.way)?.ask(await orderOf(db, row));
  if (!report || report.result === 'failed') return row;
  await takeReport(db, report, now);
  throw new DomainError('providerRefundNotFailed');
}

/** Whether the payer's bank holds or has taken back the payment that was to be refunded. */
async function isTakenBack(run: Executor, row: ProviderRefund): Promise<boolean> {
  return (await disputedParts(run, row)).some((one) => one.receipt === row.receipt);
}

/** Ends a refund that failed because the payer's bank has taken the money back. Refused if it has not. */
export const voidRefund = (db: Db, number: string, now: number) =>
  db.tx(async (tx) => {
    const named = await refundNamed(tx, number);
    if (!(await isTakenBack(tx, named))) throw new DomainError('refundNotDisputed');
    const row = await tx
      .updateTable('provider_refund')
      .set({ state: 'void', ended_at: new Date(now) })
      .where('member', '=', named.member)
      .where('number', '=', number)
      .where('state', '=', 'failed')
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new DomainError('providerRefundNotFailed');
    await postMovement(
      tx,
      {
        kind: 'refund-void',
        asset: 'CNY',
        entries: [
          [refunding, -row.amount],
          [sales('CNY'), row.amount],
        ],
        memo: row.number,
        ref: row.order_no,
        owner: row.member,
      },
      now,
    );
    return { number, state: 'void' };
  });

/** Sends a refund again that failed. It has another number at the provider, which would answer a known one as before. */
export async function sendRefundAgain(db: Db, providers: RefundsBy, number: string, now: number) {
  const row = await failedRefund(db, providers, number, now);
  const sent = await db.run
    .updateTable('provider_refund')
    .set({
      state: 'underWay',
      sent_as: sql<string>`number || '-' || (times + 1)`,
      times: sql<number>`times + 1`,
      why: null,
      problem: null,
      reference: null,
      sent_at: null,
      ask_at: new Date(now),
      ended_at: null,
    })
    .where('member', '=', row.member)
    .where('number', '=', number)
    .where('state', '=', 'failed')
    .executeTakeFirst();
  if (!sent.numUpdatedRows) throw new DomainError('providerRefundNotFailed');
  await sendRefunds(db, providers, now, { order: row });
  const { state } = await refundNamed(db.run, number);
  return { number, state };
}

/** Credits a refund that failed to the member's balance, and notifies the member. */
export async function refundToBalance(db: Db, providers: RefundsBy, number: string, now: number) {
  const { member, sent_as } = await failedRefund(db, providers, number, now);
  return db.tx(async (tx) => {
    const row = await tx
      .updateTable('provider_refund')
      .set({ state: 'balance', ended_at: new Date(now) })
      .where('member', '=', member)
      .where('number', '=', number)
      .where('state', '=', 'failed')
      .where('sent_as', '=', sent_as)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new DomainError('providerRefundNotFailed');
    const { order_no: orderNo, amount, reason } = row;
    await postMovement(
      tx,
      {
        kind: 'refund-to-balance',
        asset: 'CNY',
        entries: [
          [refunding, -amount],
          [memberAccount(member, 'balance'), amount],
        ],
        memo: reason,
        ref: orderNo,
      },
      now,
    );
    const link = `pages/orderDetail?orderNo=${orderNo}`;
    await notifyMember(tx, member, { kind: 'refundTurned', values: { orderNo, amount }, link }, now);
    return { number, state: 'balance' };
  });
}
