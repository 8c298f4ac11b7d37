import type { Generated } from 'kysely';
import type { SpreadOf } from '../schema/spread';

/** Jobs queued by requests, and the slots of schedules that have begun. */
export interface JobTables {
  job: JobTable;
  job_destination: DestinationTable;
  cron_slot: { name: string; slot: number };
}

export const spread: SpreadOf<JobTables> = {
  job: 'here',
  job_destination: 'here',
  cron_slot: 'here',
};

interface JobTable {
  id: string;
  kind: string;
  /** JSON. */
  payload: string;
  state: 'ready' | 'done' | 'dead';
  run_at: Date;
  attempts: number;
  lease: string | null;
  lease_until: Date | null;
  last_error: string | null;
  /** The system that it waits for; `''` if its kind has only one. */
  destination: Generated<string>;
}

/** A system that jobs were sent to. */
interface DestinationTable {
  name: string;
  /** Consecutive failures. */
  failures: number;
  paused_until: Date;
}
