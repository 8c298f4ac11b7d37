import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Migration } from '../schema/migration';
import type { Db } from './database';

// The lock row and the list of what ran. Not in `Tables`: nothing but this file touches them.
const preparation = [
  sql`create table if not exists schema_lock (id int primary key)`,
  sql`create table if not exists schema_migration (id text primary key, checksum text not null, at timestamptz not null)`,
  sql`insert into schema_lock values (1) on conflict do nothing`,
];
/** What PostgreSQL says when two instances create the same table at the same moment. */
const raced = new Set(['23505', '42P07', '42710', '40001', 'XX000']);

/**
 * Brings the schema up to date and gives the ids of what it ran. However many instances start at once, each migration
 * runs once: a row lock makes them queue (distributed engines lack advisory locks).
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
    // another instance may be at a long one, and a table may be in use for a while
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
