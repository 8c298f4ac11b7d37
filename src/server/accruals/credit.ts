import { memberAccount, systemAccount } from '../ledger/accounts';
import type { Movement } from '../ledger/post';
import type { Accrual } from './amounts';

/** The movement that credits an accrual. `ref`: the device order or purchase behind it, `memo`: the day. */
export const credited = (
  member: string,
  { rule, kind, asset, amount }: Accrual,
  { ref, memo }: { ref: string; memo: string },
): Movement => ({
  kind: rule.startsWith('acceleration') ? 'acceleration' : 'reward',
  asset,
  entries: [
    [memberAccount(member, kind), amount],
    [systemAccount('accruals', asset), -amount],
  ],
  memo,
  ref,
  rule,
});
