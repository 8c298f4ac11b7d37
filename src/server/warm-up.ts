import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseConnection, Driver } from 'kysely';
import { createDb } from './db/kysely';
import { openPostgres } from './db/postgres';
import { openGateway } from './open-gateway';
import { readSettings } from './settings/settings';

/** Statements that have a row in every database: the secret that all gateways share, and figures of a table. */
const hasRow = /^select .*(from "secret"|\b(count|max|min|sum)\()/;
const connection: DatabaseConnection = {
  executeQuery: async ({ sql }) => ({ rows: hasRow.test(sql) ? [{ value: 'secret' } as never] : [] }),
  async *streamQuery() {},
};
const emptyDatabase: Driver = {
  init: async () => {},
  acquireConnection: async () => connection,
  beginTransaction: async () => {},
  commitTransaction: async () => {},
  rollbackTransaction: async () => {},
  releaseConnection: async () => {},
  destroy: async () => {},
};

/**
 * A start without a database, when the gateway is built, so that V8 compiles what a start calls. `built`: the folder of the build.
 */
export async function warmUp(built: string): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cloudphone-warm-up-'));
  try {
    const settings = readSettings({ PORT: '0', LISTEN: '127.0.0.1:0', DATA_DIR: dataDir });
    const db = createDb('pg', emptyDatabase);
    const quiet = { built, write: () => {}, log: () => {} };
    const gateway = await openGateway(settings, db, quiet);
    await gateway.listen();
    const address = gateway.app.listeningOrigin;
    for (const page of ['/', '/livez', '/readyz']) await fetch(address + page);
    await gateway.close();
    await db.close();
    // as far as without a server
    await openPostgres('postgres://127.0.0.1:1/none', () => {}).catch(() => {});
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
