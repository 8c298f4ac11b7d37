import type { Executor } from '../../db/database';
import { DomainError } from '../../kernel/domain-error';
import { nameOfStatus } from '../withdrawal-sheet';
import type { BatchRow } from './tables';

/** Batches, for lists of the back office. */
export const batchRows = (run: Executor) => run.selectFrom('payout_batch as b').selectAll('b');

export const batchView = (row: BatchRow) => ({
  number: row.number,
  state: row.state,
  channel: row.channel,
  amount: row.amount,
  payouts: row.payouts,
  by: row.made_by,
  at: row.at,
  ...(row.approved_by && { approvedBy: row.approved_by }),
  ...(row.approved_at && { approvedAt: row.approved_at }),
  ...(row.exported_at && { exportedAt: row.exported_at }),
  ...(row.ended_at && { endedAt: row.ended_at }),
  ...(row.reason && { reason: row.reason }),
});

/** The payouts of a batch, in its order. */
export const payoutsOf = (run: Executor, batch: string) =>
  run
    .selectFrom('payout_batch_row as r')
    .innerJoin('withdrawal as w', (join) =>
      join.onRef('w.id', '=', 'r.withdrawal').onRef('w.member', '=', 'r.member'),
    )
    .select(['w.number', 'w.kind', 'w.holder', 'w.account_number', 'w.bank', 'w.branch', 'w.swift'])
    .select(['w.country', 'w.status', 'w.reference', 'r.amount', 'r.position', 'r.ended_at'])
    .where('r.batch', '=', batch)
    .orderBy('r.position')
    .execute();

export type Payout = Awaited<ReturnType<typeof payoutsOf>>[number];

/** A batch with its rows. */
export async function batchSheet(run: Executor, number: string) {
  const batch = await batchRows(run).where('b.number', '=', number).executeTakeFirst();
  if (!batch) throw new DomainError('batchMissing');
  const payouts = await payoutsOf(run, number);
  return {
    ...batchView(batch),
    rows: payouts.map((one) => ({
      withdrawal: one.number,
      holder: one.holder,
      account: one.account_number,
      amount: one.amount,
      status: nameOfStatus(one.status),
      ...(one.reference && { reference: one.reference }),
    })),
  };
}
