import type { IsolationLevel, Kysely, Transaction } from 'kysely';
import type { Tables } from '../schema/tables';
import type { Replicas } from './replicas';

/** The database, independent of its engine. */
export interface Db {
  readonly engine: 'pglite' | 'pg';
  /** Single statements. Throws inside a transaction: it would wait for the connection that the transaction holds. */
  readonly run: Kysely<Tables>;
  /**
   * Runs `work` in one transaction and commits; an error rolls back and is rethrown. After a conflict with another transaction (40001,
   * 40P01), a number that is taken (`number-keys.ts`), or a connection lost before COMMIT was sent, `work` runs again, so it may only
   * touch the database.
   */
  tx<T>(work: (tx: Tx) => Promise<T>, options?: { isolation?: IsolationLevel }): Promise<T>;
  /**
   * The query of a row. A statement that selects from it returns before its commit is on the disk. A crash of the database may undo it,
   * but then also everything committed later, because the log is written in order.
   */
  readonly lateCommit: string;
  /**
   * The database's own time, in milliseconds since the epoch. Uses a separate connection if there is a pool, so it works while all others
   * are busy.
   */
  time(): Promise<number>;
  /** Writes a row, on the same connection. Throws if the database is read-only or unreachable. */
  write(): Promise<void>;
  /** The same database for calls that are declared with `oldest`: throws if one of them writes, whichever server it is asked of. */
  readonly reading: Db;
  /** Copies of the database, which answer such calls. Absent: there are none. */
  readonly replicas?: Replicas;
  /** A pooler lends its connections for a transaction: nothing can be set for a session. */
  readonly pooled?: true;
  /** Connections of the pool, if there is one: open, idle, and requests that wait for one. */
  pool?(): { open: number; idle: number; waiting: number };
  /** Why no connections are given out at the moment, if so: somebody changes where tables lie. */
  pause?(): string | undefined;
  close(): Promise<void>;
}

/** A transaction on the full schema. */
export type Tx = Transaction<Tables>;

/** The common interface of `Db.run` and a transaction. */
export type Executor = Kysely<Tables>;
