import type { Ending } from '../jobs/housekeeping';
import { markUnused } from '../pictures/own-pictures';

/** The pictures that prove bank transfers; their hashes stay, so that a second use of one is still seen. */
export const endVouchers: Ending = async (tx, before, most) => {
  const old = await tx
    .selectFrom('remittance as r')
    .innerJoin('picture as p', 'p.id', 'r.voucher')
    .select('p.id')
    .where('r.decided_at', '<', before)
    .where('p.used', '=', true)
    .orderBy('r.decided_at')
    .limit(most)
    .execute();
  const ids = old.map(({ id }) => id);
  await markUnused(tx, ids);
  return ids.length;
};
