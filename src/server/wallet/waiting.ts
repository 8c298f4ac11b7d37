import { WithdrawalStatus } from '../../contract/money/wallet';
import type { WaitingList } from '../kernel/waiting-list';

/** Withdrawals that wait for a decision or, once approved, for payment. */
export const waitingWithdrawals: WaitingList = {
  name: 'withdrawals',
  look: (run) =>
    run
      .selectFrom('withdrawal')
      .where('status', 'in', [WithdrawalStatus.applied, WithdrawalStatus.approved])
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        fn.min<Date | null>(fn.coalesce('decided_at', 'applied_at')).as('since'),
      ])
      .executeTakeFirstOrThrow(),
};
