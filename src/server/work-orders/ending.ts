import { WorkOrderStatus } from '../../contract/support/work-orders';
import type { Ending } from '../jobs/housekeeping';
import { markUnused } from '../pictures/own-pictures';

/** Answered support requests, with all that was written and the pictures. */
export const endRequests: Ending = async (tx, before, most) => {
  const old = await tx
    .selectFrom('work_order')
    .select(['id', 'annex'])
    .where('status', '=', WorkOrderStatus.processed)
    .where('changed_at', '<', before)
    .orderBy('changed_at')
    .limit(most)
    .execute();
  if (!old.length) return 0;
  const ids = old.map(({ id }) => id);
  const entries = await tx
    .deleteFrom('work_order_entry')
    .where('work_order', 'in', ids)
    .returning('annex')
    .execute();
  const pictures = [...old, ...entries].flatMap(({ annex }) => JSON.parse(annex) as string[]);
  await markUnused(tx, pictures);
  await tx.deleteFrom('work_order').where('id', 'in', ids).execute();
  return old.length;
};
