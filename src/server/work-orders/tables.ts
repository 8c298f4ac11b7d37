import type { Generated } from 'kysely';
import type { WorkOrderEntry, WorkOrderStatus } from '../../contract/support/work-orders';

/** What members have asked, and what was answered. */
export interface SupportTables {
  work_order: WorkOrderTable;
  work_order_entry: WorkOrderEntryTable;
}

export interface WorkOrderTable {
  id: string;
  number: string;
  member: string;
  title: string;
  description: string;
  /** JSON: ids of pictures. */
  annex: string;
  status: WorkOrderStatus;
  /** The newest answer of the operator. */
  answer: string | null;
  created_at: Date;
  changed_at: Date;
  solved_at: Date | null;
  /** The name of whoever at the desk is at it. */
  taken_by: Generated<string | null>;
}

/** What was said after the question, and what the member chose. */
interface WorkOrderEntryTable {
  id: string;
  work_order: string;
  /** From 0, without gaps. */
  position: number;
  by: WorkOrderEntry['by'];
  kind: WorkOrderEntry['kind'];
  /** As it was written: text, never markup. */
  text: string;
  /** JSON: ids of pictures. */
  annex: string;
  at: Date;
}
