import type { Selectable } from 'kysely';
import type { Withdrawal } from '../../contract/money/wallet';
import type { Locale } from '../kernel/messages';
import { payoutAccount } from './payout/view';
import type { WithdrawalTable } from './tables';

export type WithdrawalRow = Selectable<WithdrawalTable>;

/** A withdrawal as its member sees it. */
export const withdrawalView = (row: WithdrawalRow, locale: Locale): Withdrawal => ({
  id: row.id,
  number: row.number,
  source: row.source,
  amount: row.amount,
  fee: row.fee,
  arrives: row.amount - row.fee,
  ...(row.usdt !== null && { usdt: row.usdt }),
  status: row.status,
  account: accountView(row, locale),
  appliedAt: row.applied_at.toISOString(),
  expectedBy: row.expected_by.toISOString(),
  ...(row.decided_at && { decidedAt: row.decided_at.toISOString() }),
  ...(row.remitted_at && { remittedAt: row.remitted_at.toISOString() }),
  ...(row.revoked_at && { revokedAt: row.revoked_at.toISOString() }),
  ...(row.remark && { remark: row.remark }),
  ...(row.reason && { reason: row.reason }),
  ...(row.reference && { reference: row.reference }),
});

/** The account as it was at the application, in the format of the member's other accounts. */
function accountView(row: WithdrawalRow, locale: Locale): Withdrawal['account'] {
  const { member, kind, holder, account_number: number, bank, branch, applied_at: at } = row;
  const { swift, country } = row;
  const where = { bank, branch, swift, country };
  const copied = { id: row.account, member, kind, holder, number, ...where, at, removed_at: null };
  const { id, addTime, ...account } = payoutAccount(copied, locale);
  return account;
}
