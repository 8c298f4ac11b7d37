/** The last check of the books, one row. */
export interface MetricsTables {
  ledger_check: {
    id: string;
    at: Date;
    /** JSON of the violated invariants; null if the books are correct. */
    broken: string | null;
  };
}
