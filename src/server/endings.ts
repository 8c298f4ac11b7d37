import { type PeriodName, periodNames } from '../contract/desk/periods';
import { endAiChats } from './ai/ending';
import { endDevices } from './auth/ending';
import { endInvoices } from './documents/invoices/ending';
import { endChats } from './im/ending';
import { type Ending, endFailedJobs } from './jobs/housekeeping';
import type { Schedule } from './jobs/worker';
import { dayLength } from './kernel/dates';
import { endMessages } from './notices/ending';
import { endNotes, endReads, endTrail } from './operator/ending';
import { endIdNumbers } from './orders/ending';
import { endVouchers } from './payments/ending';
import { endAgreements } from './privacy/ending';
import type { Settings } from './settings/settings';
import { endPayees } from './wallet/ending';
import { endRequests } from './work-orders/ending';

/** How each kind of data ends; a kind without a function does not compile. */
export const endings: Record<PeriodName, Ending> = {
  chats: endChats,
  aiChats: endAiChats,
  requests: endRequests,
  messages: endMessages,
  notes: endNotes,
  devices: endDevices,
  idNumbers: endIdNumbers,
  vouchers: endVouchers,
  payees: endPayees,
  invoices: endInvoices,
  agreements: endAgreements,
  reads: endReads,
  trail: endTrail,
  failedJobs: endFailedJobs,
};

/** Rows that end in one transaction, and transactions for each kind in one run: nobody waits for a long one. */
const batch = 200;
const most = 10;

/** Ends what is older than its period, a bounded number of rows each time. */
export const retention = (settings: Settings): Schedule => ({
  name: 'retention',
  every: 3_600_000,
  async run(db, now) {
    for (const name of periodNames) {
      const before = new Date(now - settings.periods[name] * dayLength);
      for (let nth = 0; nth < most; nth++)
        if ((await db.tx((tx) => endings[name](tx, before, batch, now))) < batch) break;
    }
  },
});
