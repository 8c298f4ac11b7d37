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
