/** The last check of the books, one row. */
export interface MetricsTables {
  ledger_check: {
    id: string;
    at: Date;
    /** JSON of the broken invariants; null when the books are in order. */
    broken: string | null;
  };
}
