import { sql } from 'kysely';
import { WithdrawalStatus } from '../../contract/money/wallet';
import type { Ending } from '../jobs/housekeeping';

/** The payees of withdrawals that have ended: amounts, numbers and dates stay for the books. */
export const endPayees: Ending = async (tx, before, most) => {
  const ended = await tx
    .updateTable('withdrawal')
    .set({ holder: '', account_number: '', bank: null, branch: null, swift: null, remark: '' })
    .where('id', 'in', (is) =>
      is
        .selectFrom('withdrawal')
        .select('id')
        .where('status', 'in', [
          WithdrawalStatus.remitted,
          WithdrawalStatus.rejected,
          WithdrawalStatus.revoked,
        ])
        .where(sql<boolean>`coalesce(remitted_at, revoked_at, decided_at, applied_at) < ${before}`)
        .where('account_number', '<>', '')
        .orderBy('applied_at')
        .limit(most),
    )
    .returning('id')
    .execute();
  return ended.length;
};
