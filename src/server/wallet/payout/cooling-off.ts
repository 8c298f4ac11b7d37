import type { Tx } from '../../db/database';

/** Blocks payouts to all of the member's accounts until then. */
export const startCoolingOff = (tx: Tx, member: string, until: Date) =>
  tx
    .updateTable('payout_account')
    .set({ usable_from: until })
    .where('member', '=', member)
    .where('removed_at', 'is', null)
    .where((is) => is.or([is('usable_from', 'is', null), is('usable_from', '<', until)]))
    .execute();
