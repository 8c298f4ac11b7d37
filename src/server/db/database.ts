import type { IsolationLevel, Kysely, Transaction } from 'kysely';
import type { Tables } from '../schema/tables';

/** The database, whichever engine is behind it. */
export interface Db {
  readonly engine: 'pglite' | 'pg';
  /** Single statements. Throws inside a transaction: it would wait for the connection that the transaction holds. */
  readonly run: Kysely<Tables>;
  /**
   * Runs `work` in one transaction and commits; whatever it throws rolls back and is thrown on.
   * A conflict with another transaction (40001, 40P01), or a connection that is lost before COMMIT was sent, runs `work` again, so
   * it may only touch the database.
   */
  tx<T>(work: (tx: Tx) => Promise<T>, options?: { isolation?: IsolationLevel }): Promise<T>;
  /**
   * The query of a row. A statement that selects from it is answered before its commit is on the disk. A crash of the database
   * may undo it then, but with it everything that was committed afterwards: the log is written in order.
   */
  readonly lateCommit: string;
  /**
   * The database's own time, in milliseconds since the epoch. On a connection of its own where there is a pool: it answers
   * while all others wait.
   */
  time(): Promise<number>;
  /** Writes something, on the same connection. Throws where nothing can be written. */
  write(): Promise<void>;
  /** Connections of the pool, where there is one: open, idle, and requests that wait for one. */
  pool?(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** A transaction on the real schema. */
export type Tx = Transaction<Tables>;

/** What both a `Db.run` and a transaction can do. */
export type Executor = Kysely<Tables>;
