import type { Executor } from '../../db/database';
import type { PayoutAccountRow } from './tables';

/** The member's account. Undefined if it was removed, belongs to another member or does not exist. */
export const ownPayoutAccount = (
  run: Executor,
  member: string,
  id: string,
): Promise<PayoutAccountRow | undefined> =>
  run
    .selectFrom('payout_account')
    .selectAll()
    .where('id', '=', id)
    .where('member', '=', member)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
