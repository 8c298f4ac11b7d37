import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Migration } from '../schema/migration';
import type { Db } from './database';

// The lock row and the list of applied migrations. Not in `Tables`, because only this file uses them.
const preparation = [
  sql`create table if not exists schema_lock (id int primary key)`,
  sql`create table if not exists schema_migration (id text primary key, checksum text not null, at timestamptz not null)`,
  sql`insert into schema_lock values (1) on conflict do nothing`,
];
/** PostgreSQL's error codes if two instances create the same table at the same moment. */
const raced = new Set(['23505', '42P07', '42710', '40001', 'XX000']);

/**
 * Applies outstanding migrations and returns their ids. If several instances start at once, a row lock serializes them, so each migration
 * runs once (distributed engines lack advisory locks).
 */
export async function migrate(db: Db, migrations: readonly Migration[]): Promise<string[]> {
  for (const statement of preparation) await insist(() => statement.execute(db.run));
  const ran: string[] = [];
  for (const migration of migrations) if (await apply(db, migration)) ran.push(migration.id);
  return ran;
}

async function insist(attempt: () => Promise<unknown>, left = 8): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    if (!left || !raced.has((error as { code?: string }).code ?? '')) throw error;
    await delay(30 * (9 - left));
    await insist(attempt, left - 1);
  }
}

function apply(db: Db, { id, sql: text }: Migration): Promise<boolean> {
  const checksum = createHash('sha256').update(text).digest('hex');
  return db.tx(async (tx) => {
    // another instance may be running a long migration, and a table may be in use for a while
    await sql`set local lock_timeout = 0`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`select id from schema_lock where id = 1 for update`.execute(tx);
    const { rows } = await sql<{
      checksum: string;
    }>`select checksum from schema_migration where id = ${id}`.execute(tx);
    if (rows[0] && rows[0].checksum !== checksum) throw new Error(`migration ${id} was edited after it ran`);
    if (rows[0]) return false;
    for (const statement of text.split(/;\s*(?:\n|$)/).filter((one) => one.trim()))
      await sql.raw(statement).execute(tx);
    await sql`insert into schema_migration values (${id}, ${checksum}, now())`.execute(tx);
    return true;
  });
}
