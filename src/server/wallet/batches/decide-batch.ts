import type { Db, Tx } from '../../db/database';
import { DomainError } from '../../kernel/domain-error';
import type { WithdrawalRow } from '../view';
import { inBatch, openRowOf } from './make-batch';

/** A batch, locked until the end of the transaction. */
export async function lockBatch(tx: Tx, number: string) {
  const batch = await tx
    .selectFrom('payout_batch')
    .selectAll()
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst();
  if (!batch) throw new DomainError('batchMissing');
  return batch;
}

/** Approves a batch, after which files can be made of it. The same decision again changes nothing. */
export const approveBatch = (db: Db, number: string, by: string, now: number) =>
  db.tx(async (tx) => {
    const { state } = await lockBatch(tx, number);
    if (state === 'approved') return { number, state };
    if (state !== 'draft') throw new DomainError('batchDecided');
    await tx
      .updateTable('payout_batch')
      .set({ state: 'approved', approved_by: by, approved_at: new Date(now) })
      .where('number', '=', number)
      .execute();
    return { number, state: 'approved' };
  });

/** Ends a batch whose withdrawals are not paid by it: they can be put into another batch, or rejected. */
export const cancelBatch = (db: Db, number: string, reason: string, now: number) =>
  db.tx(async (tx) => {
    const { state } = await lockBatch(tx, number);
    if (state === 'canceled') return { number, state };
    if (state === 'done') throw new DomainError('batchDecided');
    const at = new Date(now);
    await tx
      .updateTable('payout_batch_row')
      .set({ ended_at: at })
      .where('batch', '=', number)
      .where('ended_at', 'is', null)
      .execute();
    await tx
      .updateTable('payout_batch')
      .set({ state: 'canceled', ended_at: at, reason })
      .where('number', '=', number)
      .execute();
    return { number, state: 'canceled' };
  });

/**
 * Whether a withdrawal in an open batch may be decided: it may be paid once the file exists, and not be rejected, because the bank may be
 * paying it. Ends its row, and the batch with its last row.
 */
export async function leaveBatch(
  tx: Tx,
  withdrawal: Pick<WithdrawalRow, 'member' | 'id' | 'number'>,
  isPaid: boolean,
  now: number,
): Promise<void> {
  const seen = await openRowOf(tx, withdrawal);
  if (!seen) return;
  await lockBatch(tx, seen.batch); // of two last rows at once, one ends the batch
  const open = await openRowOf(tx, withdrawal);
  if (!open) return; // it was canceled meanwhile
  if (!isPaid || open.state !== 'exported') throw await inBatch(tx, withdrawal);
  const at = new Date(now);
  await tx
    .updateTable('payout_batch_row')
    .set({ ended_at: at })
    .where('member', '=', withdrawal.member)
    .where('withdrawal', '=', withdrawal.id)
    .where('ended_at', 'is', null)
    .execute();
  const left = await tx
    .selectFrom('payout_batch_row')
    .select('position')
    .where('batch', '=', open.batch)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!left)
    await tx
      .updateTable('payout_batch')
      .set({ state: 'done', ended_at: at })
      .where('number', '=', open.batch)
      .execute();
}
