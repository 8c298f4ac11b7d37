import { WithdrawalStatus } from '../../contract/money/wallet';
import type { Db, Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { postMovement } from '../ledger/post';
import { notifyMember } from '../notices/notify-member';
import { memberOfWithdrawal } from './advance-withdrawal';
import { takenBack } from './money';

/**
 * Ends a withdrawal that was paid out and that the bank has sent back: it is rejected with the reason, the whole amount is in the balance
 * from which it came, and the member receives a message. The fee is given back too. Refused if it was not paid out; a second time changes nothing.
 */
export const returnWithdrawal = (db: Db, named: string, reason: string, now: number) =>
  db.tx((tx) => returnWithdrawalIn(tx, named, reason, now));

/** Like `returnWithdrawal`, in the caller's transaction. */
export async function returnWithdrawalIn(tx: Tx, named: string, reason: string, now: number) {
  const at = new Date(now);
  const member = await memberOfWithdrawal(tx, named);
  const row = await tx
    .updateTable('withdrawal')
    .set({
      status: WithdrawalStatus.rejected,
      reason,
      decided_at: at,
      returned_at: at,
      remitted_at: null,
    })
    .where('member', '=', member ?? '')
    .where((is) => is.or([is('id', '=', named), is('number', '=', named)]))
    .where('status', '=', WithdrawalStatus.remitted)
    .returningAll()
    .executeTakeFirst();
  if (!row) {
    const before = await tx
      .selectFrom('withdrawal')
      .select(['number', 'returned_at'])
      .where('member', '=', member ?? '')
      .where((is) => is.or([is('id', '=', named), is('number', '=', named)]))
      .executeTakeFirst();
    if (!before?.returned_at) throw new DomainError(before ? 'withdrawalNotPaid' : 'withdrawalMissing');
    return { number: before.number, status: 'rejected' };
  }
  await postMovement(tx, takenBack(row, reason), now);
  const { id, number, amount } = row;
  const link = `pages/mine/withDrawRecord?id=${id}`;
  await notifyMember(
    tx,
    row.member,
    { kind: 'withdrawalReturned', values: { number, amount, reason }, link },
    now,
  );
  return { number, status: 'rejected' };
}
