/** Jobs queued by requests, and the slots of schedules that have begun. */
export interface JobTables {
  job: JobTable;
  cron_slot: { name: string; slot: number };
}

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
}
