import { coinSchedule } from './accounts/collect-coins';
import { rentSchedule } from './accruals/rent';
import { welcoming } from './accruals/welcome';
import { orderExpiry } from './checkout/expire-orders';
import { attemptReconciliation } from './checkout/reconcile-attempts';
import { refundSending } from './checkout/refunds/send';
import { usdtWatch } from './checkout/watch-usdt';
import type { Db } from './db/database';
import { sharedSecret } from './db/shared-secret';
import { deliverBy } from './delivery/deliver';
import { delivery } from './delivery/outbox';
import { archiving } from './devices/archive/schedule';
import { machineProvider } from './devices/provider';
import { taskSchedule } from './devices/run-tasks';
import { monthSums } from './devices/sum-months';
import { machineSchedule, syncMachines } from './devices/sync-machines';
import { refundCredits } from './documents/invoices/credit-refunds';
import { issuingFapiao } from './documents/invoices/fapiao';
import { sendWebhook } from './embed/send-webhooks';
import { tellPartner } from './embed/webhooks';
import { retention } from './endings';
import { erasers } from './erasers';
import { salesSchedule } from './goods/follow-sales';
import { isSandbox } from './goods/provider';
import { sandboxCustomers } from './goods/sandbox';
import { notifyingOfAnswers } from './im/notify-answer';
import { housekeeping, upkeep } from './jobs/housekeeping';
import type { JobKind } from './jobs/jobs';
import { monthMaking } from './jobs/months';
import type { Schedule } from './jobs/worker';
import type { FileStore } from './kernel/file-store';
import { ledgerCheck } from './metrics/check-ledger';
import { pushing } from './notices/reach/push';
import { reaching } from './notices/reach/reach-members';
import { performing } from './phone-actions/perform';
import { pictureSweep } from './pictures/sweep';
import { askingAgain } from './privacy/agreements';
import { copying, copySweep } from './privacy/copies';
import { erasing } from './privacy/erase-due';
import { growing } from './schema/grows';
import type { Settings } from './settings/settings';
import { sweeps } from './sweeps';
import { calendarWatch } from './wallet/watch-calendar';

interface Work {
  kinds: Record<string, JobKind>;
  schedules: Schedule[];
}

/** All background work of the gateway: the jobs that requests queue, and schedules. */
export async function workOf(
  db: Db,
  settings: Settings,
  { now, log, files }: { now: () => number; log: (error: unknown) => void; files: FileStore },
): Promise<Work> {
  const machines = machineProvider(settings);
  const fileSecret = await sharedSecret(db, 'files');
  const kinds = {
    deliver: delivery(deliverBy(settings), settings.production),
    'deliver-code': delivery(deliverBy(settings), settings.production),
    'sync-machines': syncMachines(db, machines, now),
    'phone-action': performing(db, machines, now),
    welcome: welcoming,
    'notify-answer': notifyingOfAnswers,
    reach: reaching(settings),
    push: pushing(db, settings, now),
    'copy-data': copying(db, files),
    'issue-fapiao': issuingFapiao(db, settings),
    'tell-partner': tellPartner(settings),
    'send-webhook': sendWebhook(db, settings, now),
  };
  const schedules = [
    housekeeping(sweeps),
    upkeep,
    monthMaking(growing),
    monthSums,
    archiving(settings, files, now, log),
    ledgerCheck,
    machineSchedule(machines),
    pictureSweep(files, settings.dataDir),
    rentSchedule,
    coinSchedule(settings, log),
    taskSchedule(machines), // after the coins, because a task that ends has earned until now
    orderExpiry,
    erasing(files, erasers),
    copySweep(files),
    attemptReconciliation(settings, fileSecret, log),
    refundSending(settings, fileSecret, log),
    refundCredits,
    askingAgain,
    retention(settings),
    usdtWatch(settings),
    salesSchedule(settings),
    calendarWatch(settings, log),
    ...(isSandbox(settings) ? [sandboxCustomers] : []),
  ];
  return { kinds, schedules };
}
