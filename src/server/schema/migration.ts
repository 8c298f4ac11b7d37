export interface Migration {
  /** Unique, never renamed. The list determines the order. */
  id: string;
  /** Statements, each ended by a semicolon at the end of a line. Never edited after it has run anywhere. */
  sql: string;
}
