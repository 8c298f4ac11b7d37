import { sql } from 'kysely';
import { WithdrawalStatus } from '../../contract/money/wallet';
import type { Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { MessageName } from '../kernel/messages';
import type { Movement } from '../ledger/post';
import { postMovement } from '../ledger/post';
import { leaveBatch } from './batches/decide-batch';
import { givenBack, spent } from './money';
import type { WithdrawalRow } from './view';

const { applied, approved, rejected, remitted, revoked } = WithdrawalStatus;

/** The statuses from which each status can be reached; a status in none of the lists is final. */
const reachedFrom = {
  [approved]: [applied],
  [rejected]: [applied, approved],
  [remitted]: [approved],
  [revoked]: [applied],
} as const;

/** The refusal for each current status. */
const refusals = {
  [applied]: 'withdrawalUndecided',
  [approved]: 'withdrawalIsApproved',
  [rejected]: 'withdrawalIsRejected',
  [remitted]: 'withdrawalIsRemitted',
  [revoked]: 'withdrawalIsRevoked',
} as const satisfies Record<WithdrawalStatus, MessageName>;

/** A decision with the columns that it sets. */
export type Step =
  | { status: typeof approved; usdtRate: number }
  | { status: typeof rejected; reason: string }
  | { status: typeof remitted; reference: string }
  | { status: typeof revoked };

/**
 * Moves a withdrawal to its next status and returns it; `id` is its id or its number. The same transaction moves its money. Undefined if
 * it already has the status: the same step again changes nothing. Refused (500) if the status cannot be reached from the current one, and
 * for a withdrawal that does not exist or belongs to another member than `member`.
 */
export async function advanceWithdrawal(
  tx: Tx,
  { id, member }: { id: string; member?: string },
  step: Step,
  now: number,
): Promise<WithdrawalRow | undefined> {
  const owner = member ?? (await memberOfWithdrawal(tx, id));
  if (owner === undefined) throw new DomainError('withdrawalMissing');
  // The condition and the change are one statement: of two concurrent decisions, one succeeds.
  const moved = await tx
    .updateTable('withdrawal')
    .set({ ...written(step), ...timeOf(step, new Date(now)) })
    .where('member', '=', owner)
    .where((is) => is.or([is('id', '=', id), is('number', '=', id)]))
    .where('status', 'in', reachedFrom[step.status])
    .returningAll()
    .executeTakeFirst();
  if (!moved) return assertReached(tx, { id, member: owner }, step);
  if (step.status === remitted || step.status === rejected)
    await leaveBatch(tx, moved, step.status === remitted, now);
  if (step.status === remitted) await keepReference(tx, moved.id, step.reference);
  const movement = movementOf(moved, step);
  if (movement) await postMovement(tx, movement, now);
  return moved;
}

/** The member of a withdrawal, by its id or its number. */
export async function memberOfWithdrawal(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('withdrawal')
    .select('member')
    .where((is) => is.or([is('id', '=', id), is('number', '=', id)]))
    .executeTakeFirst();
  return row?.member;
}

/** USDT is remitted at the rate of the day of approval, whatever the rate at the application. */
function written(step: Step) {
  if (step.status !== approved) return step;
  const usdt = sql<
    number | null
  >`case when usdt is null then null else ((amount - fee) * 1000000) / ${step.usdtRate}::bigint end`;
  return { status: step.status, usdt };
}

/** Refused if the bank's number belongs to another withdrawal: one transfer pays one withdrawal. */
async function keepReference(tx: Tx, withdrawal: string, reference: string): Promise<void> {
  const kept = await tx
    .insertInto('withdrawal_reference')
    .values({ reference, withdrawal })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (kept.numInsertedOrUpdatedRows) return;
  // two statements: a withdrawal lies with its member, and the reference does not
  const other = await tx
    .selectFrom('withdrawal_reference')
    .select('withdrawal')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  const { number } = await tx
    .selectFrom('withdrawal')
    .select('number')
    .where('id', '=', other.withdrawal)
    .executeTakeFirstOrThrow();
  throw new DomainError('withdrawalReferenceUsed', { reference, number });
}

function timeOf({ status }: Step, at: Date) {
  if (status === remitted) return { remitted_at: at };
  return status === revoked ? { revoked_at: at } : { decided_at: at };
}

function movementOf(row: WithdrawalRow, step: Step): Movement | undefined {
  if (step.status === rejected) return givenBack(row, 'withdraw-rejected', step.reason);
  if (step.status === revoked) return givenBack(row, 'withdraw-revoked', '');
  return step.status === remitted ? spent(row, step.reference) : undefined;
}

async function assertReached(
  tx: Tx,
  { id, member }: { id: string; member: string },
  step: Step,
): Promise<undefined> {
  const row = await tx
    .selectFrom('withdrawal')
    .select(['status', 'reference'])
    .where('member', '=', member)
    .where((is) => is.or([is('id', '=', id), is('number', '=', id)]))
    .executeTakeFirst();
  if (!row) throw new DomainError('withdrawalMissing');
  if (row.status !== step.status) throw new DomainError(refusals[row.status]);
  // a different number for a paid withdrawal would be a second payment, or an error, so it is not ignored
  if (step.status === remitted && row.reference !== step.reference)
    throw new DomainError('withdrawalOtherReference', { reference: row.reference ?? '' });
}
