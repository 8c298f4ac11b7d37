import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import type { Db } from '../../../src/server/db/database';
import { migrate } from '../../../src/server/db/migrate';
import { openPgliteInMemory } from '../../../src/server/db/pglite';
import { openPostgres } from '../../../src/server/db/postgres';
import { spread } from '../../../src/server/nodes/spread';
import type { Migration } from '../../../src/server/schema/migration';
import { migrations } from '../../../src/server/schema/migrations';
import { places } from '../../../src/server/schema/places';
import './members/check';

/** The engine that this run is about: `pglite`, or `pg` with the server in TEST_DATABASE_URL. */
export const engine = process.env.TEST_ENGINE === 'pg' ? 'pg' : 'pglite';

/** Whether the tables are spread: the server has Citus (`tools/citus`). */
export const isSpread = process.env.TEST_SPREAD === 'on';

/** A database of one's own with the whole schema and nothing in it. */
export const openTestDb = (): Promise<Db> => (engine === 'pg' ? onServer(true) : inMemory(migrations));

/** A database without a schema. */
export const openEmptyDb = (): Promise<Db> => (engine === 'pg' ? onServer(false) : inMemory([]));

/** Names this state of the schema: a copy of it is made once and used by every test that opens a database. */
const nameOf = (schema: unknown) =>
  createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 12);

/** Making a database takes PGlite 1.5 s, opening a copy 0.3 s. */
async function inMemory(schema: readonly Migration[]): Promise<Db> {
  const copy = `dist/test/schema-${nameOf(schema)}.tar`;
  if (!existsSync(copy)) {
    const { db, lite } = await openPgliteInMemory();
    if (schema.length) await migrate(db, schema);
    mkdirSync('dist/test', { recursive: true });
    const own = `${copy}.${process.pid}`;
    writeFileSync(own, Buffer.from(await (await lite.dumpDataDir('none')).arrayBuffer()));
    renameSync(own, copy); // another file's process may be making the same one
    await db.close();
  }
  return (await openPgliteInMemory(new Blob([readFileSync(copy)]))).db;
}

/** A fresh database on the server, dropped when it is closed. */
export async function onServer(migrated: boolean): Promise<Db> {
  const name = `cloudphone_${randomUUID().replace(/-/g, '')}`;
  // the files are copied as they are, which takes half the work of writing them to the log
  await asAdmin(
    `create database ${name}${migrated ? ` template ${await template()} strategy file_copy` : ''}`,
  );
  const db = await openPostgres(addressOf(name), () => {}); // errors reach the test through the query that failed
  return {
    ...db,
    async close() {
      await db.close();
      await asAdmin(`drop database ${name} with (force)`);
    },
  };
}

let made: Promise<string> | undefined;
/** The name of the database with the whole schema that the others are copied from; the first test that needs it creates it. */
const template = () => (made ??= makeTemplate());

async function makeTemplate(): Promise<string> {
  const name = `cloudphone_template_${isSpread ? `spread_${nameOf([migrations, places])}` : nameOf(migrations)}`;
  const draft = `cloudphone_draft_${randomUUID().replace(/-/g, '')}`;
  await withAdmin(async (admin) => {
    await admin.query('select pg_advisory_lock(4711)'); // another file's process may be making the same one
    try {
      const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
      if (rowCount) return;
      await admin.query(`create database ${draft}`);
      const db = await openPostgres(addressOf(draft), () => {});
      await migrate(db, migrations).finally(() => db.close());
      if (isSpread) await spreadTemplate(admin, draft);
      await admin.query(`alter database ${draft} rename to ${name}`);
    } finally {
      await admin.query('select pg_advisory_unlock(4711)');
    }
  });
  return name;
}

/** Spreads a migrated database, and keeps Citus' own process away from it: no copy can be made of a database that somebody uses. */
async function spreadTemplate(admin: pg.PoolClient, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: addressOf(database) });
  await client.connect();
  await client.query('create extension citus');
  await spread(client, 4).finally(() => client.end());
  await admin.query(`alter database ${database} with allow_connections false`);
  await admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [
    database,
  ]);
}

export function addressOf(database: string): string {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_ENGINE=pg needs TEST_DATABASE_URL');
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

export const asAdmin = (statement: string) => withAdmin((admin) => admin.query(statement));

let admins: pg.Pool | undefined;

/** On a connection that the process keeps: to open one takes PostgreSQL as long as several small statements. */
async function withAdmin(work: (admin: pg.PoolClient) => Promise<unknown>): Promise<void> {
  admins ??= new pg.Pool({ connectionString: process.env.TEST_DATABASE_URL, allowExitOnIdle: true });
  const admin = await admins.connect();
  await work(admin).finally(() => admin.release());
}
