import { waitingReports } from './circle/waiting';
import { waitingDeclarations } from './declarations/waiting';
import { waitingMachines } from './devices/waiting';
import { waitingInvoices } from './documents/invoices/waiting';
import { waitingConversations } from './im/waiting-list';
import type { WaitingList } from './kernel/waiting-list';
import { waitingProposals } from './operator/waiting';
import { waitingRefunds, waitingShipments } from './orders/waiting';
import { waitingPartners } from './partners/go-live';
import { waitingPayments } from './payments/waiting';
import { waitingLines } from './reconciliation/waiting';
import { waitingWithdrawals } from './wallet/waiting';
import { waitingWorkOrders } from './work-orders/waiting';

/** All lists of work that waits for people, for the Today page of the back office and for the metrics. */
export const waitingLists: readonly WaitingList[] = [
  waitingWithdrawals,
  ...waitingPayments,
  waitingLines,
  waitingRefunds,
  waitingInvoices,
  waitingDeclarations,
  waitingWorkOrders,
  waitingConversations,
  waitingReports,
  waitingMachines,
  waitingShipments,
  waitingPartners,
  waitingProposals,
];
