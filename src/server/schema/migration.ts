export interface Migration {
  /** Ordered by its place in the list; never renamed. */
  id: string;
  /** Statements, each ended by a semicolon at the end of a line. Never edited once it has run anywhere. */
  sql: string;
}
