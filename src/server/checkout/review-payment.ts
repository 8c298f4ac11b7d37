import type { Db, Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { sha256 } from '../kernel/sha256';
import type { Outcome } from '../payments/provider';
import type { UnfitReason } from '../payments/tables';
import type { AttemptRow } from './attempts';

/** Stores a provider's report for review by a person; a repeated report changes nothing. */
export async function putToReview(
  tx: Tx,
  attempt: AttemptRow,
  outcome: Outcome,
  reason: UnfitReason,
  now: number,
): Promise<'review'> {
  const outcomeText = JSON.stringify(outcome);
  await tx
    .insertInto('payment_review')
    .values({
      member: attempt.member,
      id: sha256(outcomeText),
      way: attempt.way,
      attempt: attempt.id,
      order_no: attempt.order_no,
      reason,
      said: outcomeText,
      at: new Date(now),
      settled_at: null,
      note: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return 'review';
}

/**
 * Records that a person has resolved the payment, at the provider or by a refund; `note` says how. Refused if it does not exist, or was
 * resolved before.
 */
export async function settleUnfitPayment(
  { run }: Db,
  id: string,
  note: string,
  now: number,
): Promise<object> {
  const settled = await run
    .updateTable('payment_review')
    .set({ settled_at: new Date(now), note })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!settled) throw new DomainError('orderMissing');
  return {};
}
