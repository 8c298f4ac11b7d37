import type { WorkOrder, WorkOrderEntry, WorkOrderSummary } from '../../contract/support/work-orders';
import type { Executor } from '../db/database';
import type { WorkOrderRow } from './status';

export const summary = (row: WorkOrderRow): WorkOrderSummary => ({
  id: row.id,
  number: row.number,
  title: row.title,
  status: row.status,
  ...(row.answer !== null && { answer: row.answer }),
  createdAt: row.created_at.toISOString(),
  changedAt: row.changed_at.toISOString(),
  ...(row.solved_at && { solvedAt: row.solved_at.toISOString() }),
});

async function entriesOf(run: Executor, { member, id }: WorkOrderRow): Promise<WorkOrderEntry[]> {
  const rows = await run
    .selectFrom('work_order_entry')
    .selectAll()
    .where('member', '=', member)
    .where('work_order', '=', id)
    .orderBy('position')
    .execute();
  return rows.map(({ id, by, kind, text, annex, at }) => ({
    id,
    by,
    kind,
    text,
    annex: JSON.parse(annex),
    at: at.toISOString(),
  }));
}

/** A work order with all entries. The caller has checked its owner. */
export const workOrderView = async (run: Executor, row: WorkOrderRow): Promise<WorkOrder> => ({
  ...summary(row),
  description: row.description,
  annex: JSON.parse(row.annex),
  entries: await entriesOf(run, row),
});
