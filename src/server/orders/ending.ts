import type { Ending } from '../jobs/housekeeping';
import { markUnused } from '../pictures/own-pictures';

/** The ID numbers and drawn signatures of contracts, and the identity of members whose contracts are all that old. */
export const endIdNumbers: Ending = async (tx, before, most) => {
  const old = await tx
    .selectFrom('signature')
    .select(['order_no', 'picture', 'member'])
    .where('signed_at', '<', before)
    .where('id_number', '<>', '')
    .orderBy('signed_at')
    .limit(most)
    .execute();
  if (!old.length) return 0;
  const numbers = old.map(({ order_no }) => order_no);
  await tx.updateTable('signature').set({ id_number: '' }).where('order_no', 'in', numbers).execute();
  await markUnused(
    tx,
    old.map(({ picture }) => picture),
  );
  await tx
    .deleteFrom('identity')
    .where('member', 'in', [...new Set(old.map(({ member }) => member))])
    .where('member', 'not in', (is) =>
      is.selectFrom('signature').select('member').where('id_number', '<>', ''),
    )
    .execute();
  return old.length;
};
