import type { Db } from '../../db/database';
import { DomainError } from '../../kernel/domain-error';
import { memberAccount } from '../../ledger/accounts';
import { postMovement } from '../../ledger/post';
import { notifyMember } from '../../notices/notify-member';
import type { RefundsBy } from '../../payments/providers';
import type { ProviderRefund } from '../../payments/tables';
import { orderOf, sendRefunds } from './send';
import { refunding, takeReport } from './take-report';

// Decisions of people about refunds that failed.

async function refundNamed({ run }: Db, number: string): Promise<ProviderRefund> {
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
  const row = await refundNamed(db, number);
  if (row.state !== 'failed') throw new DomainError('providerRefundNotFailed');
  const report = await providers(row.way)?.ask(await orderOf(db, row));
  if (!report || report.result === 'failed') return row;
  await takeReport(db, report, now);
  throw new DomainError('providerRefundNotFailed');
}

/** Sends a refund again that failed. It has another number at the provider, which would answer a known one as before. */
export async function sendRefundAgain(db: Db, providers: RefundsBy, number: string, now: number) {
  const row = await failedRefund(db, providers, number, now);
  const times = row.times + 1;
  const sent = await db.run
    .updateTable('provider_refund')
    .set({
      state: 'underWay',
      sent_as: `${number}-${times}`,
      times,
      why: null,
      problem: null,
      reference: null,
      sent_at: null,
      ask_at: new Date(now),
      ended_at: null,
    })
    .where('number', '=', number)
    .where('state', '=', 'failed')
    .where('times', '=', row.times)
    .executeTakeFirst();
  if (!sent.numUpdatedRows) throw new DomainError('providerRefundNotFailed');
  const log = (error: unknown) => {
    throw error;
  };
  await sendRefunds(db, providers, now, log, row.order_no);
  const { state } = await refundNamed(db, number);
  return { number, state };
}

/** Credits a refund that failed to the member's balance, and notifies the member. */
export async function refundToBalance(db: Db, providers: RefundsBy, number: string, now: number) {
  const { sent_as } = await failedRefund(db, providers, number, now);
  return db.tx(async (tx) => {
    const row = await tx
      .updateTable('provider_refund')
      .set({ state: 'balance', ended_at: new Date(now) })
      .where('number', '=', number)
      .where('state', '=', 'failed')
      .where('sent_as', '=', sent_as)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new DomainError('providerRefundNotFailed');
    const { order_no: orderNo, amount, reason } = row;
    const { member } = await tx
      .selectFrom('purchase')
      .select('member')
      .where('order_no', '=', orderNo)
      .executeTakeFirstOrThrow();
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
