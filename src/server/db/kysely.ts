import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type DatabaseConnection,
  type Driver,
  type IsolationLevel,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { Tables } from '../schema/tables';
import type { Db, Tx } from './database';
import { isNumberTaken } from './number-keys';
import { onlyReading, ReadingCompiler } from './reading';
import { isLost } from './unavailable';

export const timeQuery = 'select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as ms';
export const timeIn = ([row]: readonly { ms: string }[]): number => Number(row?.ms);

export const writeQuery =
  "insert into health values ('gateway', now()) on conflict (id) do update set at = excluded.at";

export const lateCommit = "select set_config('synchronous_commit', 'off', true)";

/** 40001 serialization failure, 40P01 deadlock, or a random number that is taken: the transaction has to run again. */
const isConflict = (error: { code?: string }) =>
  error.code === '40001' || error.code === '40P01' || isNumberTaken(error);
const attempts = 12;
/** Milliseconds before the next attempt: at random, so that transactions that conflict do not meet again. */
export const waitAfter = (tries: number): number => Math.min(250, 2 ** tries) * (0.5 + Math.random());
/** Milliseconds that a transaction waits for another connection after losing its own: a proxy needs this long to find the next server. */
const findsAnother = 4000;

/** A Kysely database over a driver: the same queries, guard and retries for both engines. */
export function createDb(
  engine: Db['engine'],
  driver: Driver,
  apart?: Pick<Db, 'time' | 'write' | 'lateCommit'>,
): Db {
  const inside = new AsyncLocalStorage<{ open: boolean }>();
  const kysely = (createQueryCompiler: () => PostgresQueryCompiler) =>
    new Kysely<Tables>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => guarded(driver, () => inside.getStore()?.open ?? false),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler,
      },
    });
  const run = kysely(() => new PostgresQueryCompiler());

  const runOnce = <T>(
    work: (tx: Tx) => Promise<T>,
    { isolation }: { isolation?: IsolationLevel },
    sent: { commit: boolean },
  ): Promise<T> => {
    const transaction = run.transaction();
    return (isolation ? transaction.setIsolationLevel(isolation) : transaction).execute(async (tx) => {
      const state = { open: true };
      try {
        const answer = await inside.run(state, () => work(tx));
        sent.commit = true;
        return answer;
      } finally {
        state.open = false; // work that was started inside and outlives it may use the database again
      }
    });
  };

  const db: Omit<Db, 'reading'> = {
    engine,
    run,
    lateCommit,
    time: async () => timeIn((await sql<{ ms: string }>`${sql.raw(timeQuery)}`.execute(run)).rows),
    async write() {
      await sql.raw(writeQuery).execute(run);
    },
    ...apart,
    async tx(work, options = {}) {
      const began = Date.now();
      for (let tries = 1; ; tries++) {
        const sent = { commit: false };
        try {
          return await runOnce(work, options, sent);
        } catch (error) {
          const conflict = isConflict(error as { code?: string }) && tries < attempts;
          // after COMMIT the outcome is unknown: the client repeats with the same request key and receives the stored response
          const lost = isLost(error) && !sent.commit && Date.now() - began < findsAnother;
          if (!conflict && !lost) throw error;
          await delay(waitAfter(tries));
        }
      }
    },
    async close() {
      await run.destroy();
      inside.disable(); // otherwise Node 20 carries it into every promise of the process, which the tests' hundreds of databases slow down
    },
  };
  return {
    ...db,
    reading: onlyReading(
      db,
      kysely(() => new ReadingCompiler()),
    ),
  };
}

const outerUse = 'Inside a transaction, use the transaction: the outer database would wait for it for ever';

function guarded(driver: Driver, isInside: () => boolean): Driver {
  return {
    init: () => driver.init(),
    acquireConnection() {
      if (isInside()) throw new Error(outerUse);
      return driver.acquireConnection();
    },
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection: DatabaseConnection) =>
      // A rollback fails only on a broken connection, which rolls back by itself; the first error is the one to report.
      driver.rollbackTransaction(connection).catch(() => {}),
    releaseConnection: (connection) => driver.releaseConnection(connection),
    destroy: () => driver.destroy(),
  };
}
