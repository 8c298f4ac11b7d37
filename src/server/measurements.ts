import { memberMeasurement } from './auth/measurement';
import type { Measurement } from './db/measurement';
import { outboxMeasurement } from './delivery/measurement';
import { archiveMeasurement } from './devices/archive/check-archive';
import { jobMeasurement } from './jobs/measurement';
import { monthMeasurement } from './jobs/months';
import { backupMeasurement } from './metrics/backups';
import { ledgerMeasurement } from './metrics/check-ledger';
import { waitingMeasurement } from './metrics/waiting';
import { growing } from './schema/grows';
import { waitingLists } from './waiting-lists';

/** The gauges that `/metrics` reads from the database, declared by their rooms. */
export const measurements: readonly Measurement[] = [
  jobMeasurement,
  outboxMeasurement,
  waitingMeasurement(waitingLists),
  ledgerMeasurement,
  backupMeasurement,
  memberMeasurement,
  monthMeasurement(growing),
  archiveMeasurement,
];
