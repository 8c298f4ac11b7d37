import { PostgresDriver } from 'kysely';
import pg from 'pg';
import type { Db } from './database';
import { createDb } from './kysely';
import { int8, parseInt8 } from './number';

/** PostgreSQL, or what speaks its protocol. Fails at once when the server cannot be reached. */
export async function openPostgres(connectionString: string, log: (error: Error) => void): Promise<Db> {
  const pool = new pg.Pool({
    connectionString,
    max: 16,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    types: {
      getTypeParser: (type: number, format?: 'text') =>
        type === int8 ? parseInt8 : pg.types.getTypeParser(type, format),
    } as pg.CustomTypesConfig,
  });
  pool.on('error', log);
  // The pool listens to idle clients only; one that breaks while in use would end the process. Its query fails anyway.
  pool.on('connect', (client) => client.on('error', log));
  const client = await pool.connect();
  client.release();
  return createDb('pg', new PostgresDriver({ pool }));
}
