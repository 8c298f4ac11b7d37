import type { Ending } from '../jobs/housekeeping';
import { markUnused } from '../pictures/own-pictures';

/** The pictures that prove bank transfers; their hashes stay, so that a second use of one is still seen. */
export const endVouchers: Ending = async (tx, before, most) => {
  const old = await tx
    .selectFrom('remittance')
    .select(['member', 'id', 'voucher'])
    .where('decided_at', '<', before)
    .where('voucher_ended', '=', false)
    .orderBy('decided_at')
    .limit(most)
    .execute();
  if (!old.length) return 0;
  await markUnused(
    tx,
    old.map(({ voucher }) => voucher),
  );
  await tx
    .updateTable('remittance')
    .set({ voucher_ended: true })
    .where('member', 'in', [...new Set(old.map(({ member }) => member))])
    .where(
      'id',
      'in',
      old.map(({ id }) => id),
    )
    .execute();
  return old.length;
};
