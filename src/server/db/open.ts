import path from 'node:path';
import { migrations } from '../schema/migrations';
import type { Db } from './database';
import type { CompiledPglite } from './durable';
import { migrate } from './migrate';
import { openPglite } from './pglite';
import { openPostgres, type PostgresOptions } from './postgres';

/** Opens the configured database and migrates its schema. */
export async function openDb(
  settings: { databaseUrl: string | undefined; dataDir: string; database?: PostgresOptions },
  log: (error: Error) => void,
  compiled?: CompiledPglite,
): Promise<Db> {
  const db = settings.databaseUrl
    ? await openPostgres(settings.databaseUrl, log, settings.database)
    : await openPglite(path.join(settings.dataDir, 'db'), compiled);
  try {
    await migrate(db, migrations, { say: (line) => log(new Error(line)) });
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}
