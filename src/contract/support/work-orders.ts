import { added } from '../wire/call';
import type { Page } from '../wire/page';
import type * as rules from './work-orders.rules';

/**
 * 0 pending, 1 processing, 2 processed (spec §4). The actions and the states to which they lead:
 *
 * | | 0 waits for the operator | 1 an operator is at it | 2 answered | 2 and solved |
 * |---|---|---|---|---|
 * | the operator takes it | 1 | 1 | refused | refused |
 * | the operator answers | 2 | 2 | 2 | refused |
 * | the member replies | 0 | 1 | 0 | 0 |
 * | the member says solved | refused | refused | 2 and solved | 2 and solved |
 * | the member says unsolved | 0 | 1 | 0 | 0 |
 */
export const WorkOrderStatus = { pending: 0, processing: 1, processed: 2 } as const;
export type WorkOrderStatus = (typeof WorkOrderStatus)[keyof typeof WorkOrderStatus];

/** A work order in the list. */
export interface WorkOrderSummary {
  id: string;
  /** A readable number: `Q2026112112345678`. */
  number: string;
  title: string;
  status: WorkOrderStatus;
  /** The operator's newest answer; plain text, never markup. */
  answer?: string;
  /** ISO 8601. */
  createdAt: string;
  /** Time of the latest entry. */
  changedAt: string;
  /** When it was solved; absent while it is not. */
  solvedAt?: string;
}

/** An entry of a work order: a message, or the member's choice. */
export interface WorkOrderEntry {
  id: string;
  by: 'member' | 'operator';
  kind: 'text' | 'solved' | 'unsolved';
  /** Plain text with line breaks, never markup; empty for a choice. */
  text: string;
  /** Ids of pictures. */
  annex: string[];
  /** ISO 8601. */
  at: string;
}

/** Spec §3, work order. */
export interface WorkOrder extends WorkOrderSummary {
  description: string;
  /** Ids of pictures: `picture/load` gives their addresses. */
  annex: string[];
  /** Later entries, oldest first. */
  entries: WorkOrderEntry[];
}

/**
 * Opens a work order. Refused (5001) with `problems.annex` if a picture does not belong to the member, and (500) after 60 entries in an
 * hour.
 */
export const addWorkOrder = added<
  typeof rules.addWorkOrder,
  { id: string; number: string; status: WorkOrderStatus }
>('txWorkOrder/add', {
  once: true,
  stale: () => [listWorkOrders],
  announce: { 'work-order-created': ['id', 'number'] },
  embed: { scopes: ['work-orders:write'] },
});
/** The member's work orders, newest first. */
export const listWorkOrders = added<typeof rules.listWorkOrders, Page<WorkOrderSummary>>('txWorkOrder/list', {
  oldest: '1 s',
  offline: 'last',
  embed: { first: { 'work-orders': {} }, scopes: ['work-orders:read'] },
});
/** Refused (500) if it does not exist or belongs to another member. */
export const getWorkOrder = added<typeof rules.getWorkOrder, WorkOrder>('txWorkOrder/get', {
  embed: { scopes: ['work-orders:read'] },
});
/** Replies; an answered or solved work order waits for the operator again. Refused like `add`, and (500) after 200 entries. */
export const replyWorkOrder = added<typeof rules.replyWorkOrder, { status: WorkOrderStatus }>(
  'txWorkOrder/reply',
  { once: true, stale: () => [getWorkOrder, listWorkOrders], embed: { scopes: ['work-orders:write'] } },
);
/**
 * The member's choice about an answer (spec §4): solved, or not solved, in which case it waits for the operator again. The same choice
 * again changes nothing. Refused (500) if it is marked as solved before an answer.
 */
export const solveWorkOrder = added<
  typeof rules.solveWorkOrder,
  { status: WorkOrderStatus; solvedAt?: string }
>('txWorkOrder/solve', {
  stale: () => [getWorkOrder, listWorkOrders],
  embed: { scopes: ['work-orders:write'] },
});
