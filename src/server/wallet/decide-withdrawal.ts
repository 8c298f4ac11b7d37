import { WithdrawalStatus } from '../../contract/money/wallet';
import type { Db, Tx } from '../db/database';
import { type MemberMessage, notifyMember } from '../notices/notify-member';
import { advanceWithdrawal, type Step } from './advance-withdrawal';
import type { WithdrawalRow } from './view';
import { nameOfStatus } from './withdrawal-sheet';

/** Decisions of the back office; only the member can revoke. */
type Decision = Exclude<Step, { status: typeof WithdrawalStatus.revoked }>;

/**
 * Approves, rejects or remits a withdrawal, and notifies the member; the same decision again changes nothing, and one that cannot follow
 * is refused.
 */
export const decideWithdrawal = (
  db: Db,
  id: string,
  step: Decision,
  now: number,
): Promise<{ id: string; status: string }> => db.tx((tx) => decideWithdrawalIn(tx, id, step, now));

/** Like `decideWithdrawal`, in the caller's transaction. */
export async function decideWithdrawalIn(tx: Tx, id: string, step: Decision, now: number) {
  const moved = await advanceWithdrawal(tx, { id }, step, now);
  if (moved) await notifyMember(tx, moved.member, news(moved, step), now);
  return { id, status: nameOfStatus(step.status) };
}

function news({ id, number, amount, fee }: WithdrawalRow, step: Decision): MemberMessage {
  const link = `pages/mine/withDrawRecord?id=${id}`;
  if (step.status === WithdrawalStatus.approved)
    return { kind: 'withdrawalApproved', values: { number, amount }, link };
  if (step.status === WithdrawalStatus.rejected)
    return { kind: 'withdrawalRejected', values: { number, amount, reason: step.reason }, link };
  return { kind: 'withdrawalRemitted', values: { number, amount: amount - fee }, link };
}
