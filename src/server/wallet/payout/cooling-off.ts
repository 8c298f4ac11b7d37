import type { Tx } from '../../db/database';

/** No money goes to any of the member's accounts before then. */
export const startCoolingOff = (tx: Tx, member: string, until: Date) =>
  tx
    .updateTable('payout_account')
    .set({ usable_from: until })
    .where('member', '=', member)
    .where('removed_at', 'is', null)
    .where((is) => is.or([is('usable_from', 'is', null), is('usable_from', '<', until)]))
    .execute();
