import type { SpreadOf } from '../schema/spread';

/** The last check of the books, one row, and when a backup last succeeded. */
export interface MetricsTables {
  /** Written by `deploy/backup.sh`. */
  backup_step: {
    /** `taken`, `copied` to another place, or `verified`. */
    step: string;
    at: Date;
  };
  ledger_check: {
    id: string;
    at: Date;
    /** JSON of the violated invariants; null if the books are correct. */
    broken: string | null;
  };
}

export const spread: SpreadOf<MetricsTables> = {
  backup_step: 'here',
  ledger_check: 'here',
};
