import { type Driver, PostgresDriver } from 'kysely';
import pg from 'pg';
import type { Db } from './database';
import { createDb, lateCommit, timeIn, timeQuery, writeQuery } from './kysely';
import { int8, parseInt8 } from './number';
import { preparing } from './prepared';

/** Milliseconds. Whoever waits for a lock holds a connection, and so everybody else: better to say "busy" and be asked again. */
const limits = { statement_timeout: 15_000, lock_timeout: 5000, idle_in_transaction_session_timeout: 15_000 };

export interface PostgresOptions {
  /** Connections at most. */
  pool?: number;
  /**
   * A pooler between us and the database lends its connections for a transaction (PgBouncer). It refuses settings in the first
   * packet, so that they are the role's.
   */
  pooler?: boolean;
  /** Around the driver, for tests of what breaks. */
  around?(driver: Driver): Driver;
}

/** The limits as the role's own, so that every connection that a pooler opens from now on has them. */
async function limitRole(client: pg.PoolClient): Promise<void> {
  for (const [name, ms] of Object.entries(limits))
    await client.query(`alter role current_user set ${name} = ${ms}`).catch((error) => {
      if (error.code !== 'XX000') throw error; // another gateway sets the same at this moment
    });
}

/** PostgreSQL, or what speaks its protocol. Fails at once when the server cannot be reached. */
export async function openPostgres(
  connectionString: string,
  log: (error: Error) => void,
  { pool: max = 16, pooler = false, around = (driver) => driver }: PostgresOptions = {},
): Promise<Db> {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 10_000,
    ...(!pooler && limits),
    // one that was replaced is left within minutes
    keepAlive: true,
    maxLifetimeSeconds: 600,
    types: {
      getTypeParser: (type: number, format?: 'text') =>
        type === int8 ? parseInt8 : pg.types.getTypeParser(type, format),
    } as pg.CustomTypesConfig,
  });
  pool.on('error', log);
  // The pool listens to idle clients only; one that breaks while in use would end the process. Its query fails anyway.
  pool.on('connect', (client) => client.on('error', log));
  const client = await pool.connect();
  if (pooler) await limitRole(client);
  // what speaks the protocol only may not have the setting, and commits as it always does
  const late = await client.query(lateCommit).then(
    () => lateCommit,
    () => 'select 1',
  );
  client.release();
  const apart = new pg.Pool({ connectionString, max: 1, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  apart.on('error', log);
  const time = async () => timeIn((await apart.query<{ ms: string }>(timeQuery)).rows);
  const write = async () => void (await apart.query(writeQuery));
  const db = createDb('pg', around(new PostgresDriver({ pool: preparing(pool, !pooler) })), {
    time,
    write,
    lateCommit: late,
  });
  const counts = () => {
    const { totalCount: open, idleCount: idle, waitingCount } = pool;
    // one that gets an idle connection in a moment, such as whoever asks for these figures, waits for nobody
    return { open, idle, waiting: Math.max(0, waitingCount - idle) };
  };
  return { ...db, pool: counts, close: () => Promise.all([db.close(), apart.end()]).then(() => undefined) };
}
