import { type Driver, PostgresDriver } from 'kysely';
import type pg from 'pg';
import type { Db } from './database';
import { createDb, lateCommit, timeIn, timeQuery, writeQuery } from './kysely';
import { int8, parseInt8 } from './number';
import { followPauses, knowsPause } from './pause';
import { preparing } from './prepared';
import { followReplicas, type Replicas } from './replicas';

/** Loaded where it is used first: a gateway with the embedded database does not need it. */
const loadDriver = async () => (await import('pg')).default;

/**
 * Milliseconds. A statement that waits for a lock occupies a connection and delays everybody, so it is better to fail and be repeated.
 */
const limits = { statement_timeout: 15_000, lock_timeout: 5000, idle_in_transaction_session_timeout: 15_000 };
/** Milliseconds. After these the primary is asked instead: the second is for a server that is frozen and cannot end a statement. */
const replicaLimits = { statement_timeout: 2000, query_timeout: 3000, connectionTimeoutMillis: 1000 };

export interface PostgresOptions {
  /** Maximum number of connections. */
  pool?: number;
  /**
   * A pooler lends its connections per transaction (PgBouncer). It rejects settings in the startup packet, so the settings are stored
   * with the role.
   */
  pooler?: boolean;
  /** Addresses of standbys that answer some reads, each of one server. */
  replicas?: readonly string[];
  /** Wraps the driver, for tests of failures. */
  around?(driver: Driver): Driver;
}

/** Another gateway stores the same at this moment: it changes the row of the role, or inserts the first one. */
const sameSetting = new Set(['XX000', '23505']);

/** Stores the limits with the role, so that every connection that a pooler opens from now on has them. */
async function limitRole(client: pg.PoolClient): Promise<void> {
  for (const [name, ms] of Object.entries(limits))
    await client.query(`alter role current_user set ${name} = ${ms}`).catch((error) => {
      if (!sameSetting.has(error.code)) throw error;
    });
}

/** Connections to a server. */
function poolOf({ Pool, types }: typeof pg, config: pg.PoolConfig, log: (error: Error) => void): pg.Pool {
  const pool = new Pool({
    connectionTimeoutMillis: 10_000,
    // a server that was replaced is noticed within minutes
    keepAlive: true,
    application_name: knowsPause,
    maxLifetimeSeconds: 600,
    types: {
      getTypeParser: (type: number, format?: 'text') =>
        type === int8 ? parseInt8 : types.getTypeParser(type, format),
    } as pg.CustomTypesConfig,
    ...config,
  });
  pool.on('error', log);
  // The pool listens to idle clients only; a client that breaks while in use would end the process. Its query fails anyway.
  pool.on('connect', (client) => client.on('error', log));
  return pool;
}

/** One connection for what must work while all others are busy. */
function apartOf(
  { Pool }: typeof pg,
  connectionString: string,
  timeoutMs: number,
  log: (error: Error) => void,
): pg.Pool {
  const pool = new Pool({
    connectionString,
    max: 1,
    application_name: knowsPause,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  pool.on('error', log);
  return pool;
}

/** The host and the port of an address, which contains a password too. */
const nameOf = (address: string) => {
  const { hostname, port } = new URL(address);
  return `${hostname}:${port || 5432}`;
};

/** Opens connections to the replicas, none of which has to run. Their errors are met by calls, which the primary then answers. */
function openReplicas(
  driver: typeof pg,
  primary: pg.Pool,
  { replicas = [], pool: max, pooler }: PostgresOptions,
  log: (error: Error) => void,
): Promise<Replicas> {
  const servers = replicas.map((connectionString) => {
    const config = { connectionString, ...(max && { max }), ...replicaLimits };
    const readOnly = { options: '-c default_transaction_read_only=on' };
    const { statement_timeout: _, ...behindPooler } = config;
    const pool = poolOf(driver, pooler ? behindPooler : { ...config, ...readOnly }, () => {});
    const { reading, close } = createDb('pg', new PostgresDriver({ pool: preparing(driver, pool, !pooler) }));
    return {
      name: nameOf(connectionString),
      db: { ...reading, close },
      looks: apartOf(driver, connectionString, 1000, () => {}),
    };
  });
  return followReplicas(primary, servers, log);
}

/** PostgreSQL, or a database with its protocol. Fails at once if the server cannot be reached. */
export async function openPostgres(
  connectionString: string,
  log: (error: Error) => void,
  options: PostgresOptions = {},
): Promise<Db> {
  const { pool: max = 16, pooler = false, around = (driver) => driver } = options;
  const driver = await loadDriver();
  const pool = poolOf(driver, { connectionString, max, ...(!pooler && limits) }, log);
  const client = await pool.connect();
  if (pooler) await limitRole(client);
  // a database that only speaks the protocol may lack the setting, and commits as usual
  const late = await client.query(lateCommit).then(
    () => lateCommit,
    () => 'select 1',
  );
  client.release();
  const apart = apartOf(driver, connectionString, 5000, log);
  const pause = await followPauses(apart, !!options.replicas?.length, log);
  await pause.over();
  const time = async () => timeIn((await apart.query<{ ms: string }>(timeQuery)).rows);
  const write = async () => void (await apart.query(writeQuery));
  const own = new PostgresDriver({ pool: preparing(driver, pool, !pooler) });
  const db = createDb('pg', pause.around(around(own)), {
    time,
    write,
    lateCommit: late,
  });
  const counts = () => {
    const { totalCount: open, idleCount: idle, waitingCount } = pool;
    // a request that gets an idle connection at once, such as the one for these figures, does not count as waiting
    return { open, idle, waiting: Math.max(0, waitingCount - idle) };
  };
  const watch = options.replicas?.length ? apartOf(driver, connectionString, 1000, log) : undefined;
  const replicas = watch && (await openReplicas(driver, watch, options, log));
  return {
    ...db,
    ...(replicas && { replicas }),
    ...(pooler && { pooled: true }),
    pool: counts,
    pause: pause.why,
    async close() {
      await Promise.all([replicas?.close(), pause.end()]);
      await Promise.all([db.close(), apart.end(), watch?.end()]);
    },
  };
}
