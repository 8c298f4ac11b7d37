import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { type WorkOrderEntry, WorkOrderStatus } from '../../contract/support/work-orders';
import type { Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { WorkOrderTable } from './tables';

export type WorkOrderRow = Selectable<WorkOrderTable>;

/** Maximum number of entries of one work order; after that a member has to open another. */
const mostEntries = 200;

/** Locks the work order until the end of the transaction; every change of one begins here. */
export async function lockWorkOrder(
  tx: Tx,
  column: 'id' | 'number',
  value: string,
): Promise<WorkOrderRow | undefined> {
  const named = await tx
    .selectFrom('work_order')
    .select('member')
    .where(column, '=', value)
    .executeTakeFirst();
  if (!named) return;
  return tx
    .selectFrom('work_order')
    .selectAll()
    .where('member', '=', named.member)
    .where(column, '=', value)
    .forUpdate()
    .executeTakeFirst();
}

/** The status of a work order whose member is not satisfied: back to its assignee, else to the waiting list. */
export const reopenedStatus = ({ status }: Pick<WorkOrderRow, 'status'>): WorkOrderStatus =>
  status === WorkOrderStatus.processing ? WorkOrderStatus.processing : WorkOrderStatus.pending;

interface NewEntry extends Pick<WorkOrderEntry, 'by' | 'kind' | 'text'> {
  id?: string;
  annex?: string[];
}

/** Adds an entry to a work order that the caller has locked, and sets its `status` (`contract/support/work-orders.ts` has the table). */
export async function addEntry(
  tx: Tx,
  order: WorkOrderRow,
  { id = randomUUID(), annex = [], ...entry }: NewEntry,
  status: WorkOrderStatus,
  now: number,
): Promise<void> {
  const at = new Date(now);
  const { n } = await tx
    .selectFrom('work_order_entry')
    .select((is) => is.fn.countAll<number>().as('n'))
    .where('member', '=', order.member)
    .where('work_order', '=', order.id)
    .executeTakeFirstOrThrow();
  if (n >= mostEntries && entry.by === 'member' && entry.kind === 'text')
    throw new DomainError('workOrderFull');
  await tx
    .insertInto('work_order_entry')
    .values({
      ...entry,
      member: order.member,
      id,
      work_order: order.id,
      position: n,
      annex: JSON.stringify(annex),
      at,
    })
    .execute();
  await tx
    .updateTable('work_order')
    .set({
      status,
      changed_at: at,
      solved_at: entry.kind === 'solved' ? at : null,
      ...(entry.by === 'operator' && { answer: entry.text }),
    })
    .where('member', '=', order.member)
    .where('id', '=', order.id)
    .execute();
}
