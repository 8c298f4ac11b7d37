import type { Generated } from 'kysely';
import type { WorkOrderEntry, WorkOrderStatus } from '../../contract/support/work-orders';
import { byMember, type SpreadOf } from '../schema/spread';

/** Work orders and their answers. */
export interface SupportTables {
  work_order: WorkOrderTable;
  work_order_entry: WorkOrderEntryTable;
}

export const spread: SpreadOf<SupportTables> = {
  work_order: byMember,
  work_order_entry: byMember,
};

export interface WorkOrderTable {
  id: string;
  number: string;
  member: string;
  title: string;
  description: string;
  /** JSON: ids of pictures. */
  annex: string;
  status: WorkOrderStatus;
  /** The operator's newest answer. */
  answer: string | null;
  created_at: Date;
  changed_at: Date;
  solved_at: Date | null;
  /** Name of the assigned person in the back office. */
  taken_by: Generated<string | null>;
}

/** Messages after the question, and the member's choices. */
interface WorkOrderEntryTable {
  member: string;
  id: string;
  work_order: string;
  /** From 0, without gaps. */
  position: number;
  by: WorkOrderEntry['by'];
  kind: WorkOrderEntry['kind'];
  /** Plain text as it was written, never markup. */
  text: string;
  /** JSON: ids of pictures. */
  annex: string;
  at: Date;
}
