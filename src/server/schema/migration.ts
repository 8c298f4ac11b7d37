interface Named {
  /** Unique, never renamed. The list determines the order. */
  id: string;
}

/** Statements that run in one transaction. */
export interface Statements extends Named {
  /**
   * Each statement is ended by a semicolon at the end of a line. Never edited after it has run anywhere. A change of a table that exists is
   * the only statement of its migration, so that no lock is held while another one is waited for.
   */
  sql: string;
}

/** An index on a table that exists: it is built while members read and write the table. */
export interface IndexMigration extends Named {
  index: {
    name: string;
    /** The rest of the statement: `on purchase (member, at desc) where paid`. */
    on: string;
    unique?: true;
  };
}

/**
 * A change of all rows of a large table, batch by batch, each in a transaction of its own. `sql` is one statement with two parameters: it
 * changes the rows whose `key`, a text, is greater than `$1` and at most `$2`. After an interruption it begins again, so it skips the rows
 * that it has changed.
 */
export interface BatchMigration extends Named {
  sql: string;
  batches: { table: string; key: string };
}

/** A change of many rows that finds the next ones by itself: `sql` is repeated, each time in a transaction of its own, until it changes none. */
export interface RepeatedMigration extends Named {
  sql: string;
  repeated: true;
}

/**
 * Gives a table that exists a part for each month (`grows.ts`), while members read and write it. `key`: the columns of its new key, which
 * contain `on`.
 */
export interface MonthsMigration extends Named {
  months: { table: string; on: string; key: readonly string[] };
}

export type Migration = Statements | IndexMigration | BatchMigration | RepeatedMigration | MonthsMigration;
