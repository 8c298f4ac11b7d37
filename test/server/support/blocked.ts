import { sql } from 'kysely';
import type { Db, Tx } from '../../../src/server/db/database';

/** Waits until so many connections wait for a lock, such as one of this transaction. PostgreSQL only. */
export async function untilBlocked(tx: Tx, connections: number): Promise<void> {
  for (let blocked = 0; blocked < connections; ) {
    await sql`select pg_stat_clear_snapshot()`.execute(tx);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(tx);
    blocked = rows[0]?.n ?? 0;
  }
}

/**
 * Sends requests while a transaction holds locks, and ends it when all of them wait: each has read the rows before another changes them. An
 * answer that waited for none ends it too. The embedded database does one after the other.
 */
export async function whileLocked<T>(
  db: Db,
  lock: (tx: Tx) => Promise<unknown>,
  send: () => Promise<T>[],
): Promise<T[]> {
  const sent = await db.tx(async (tx) => {
    await lock(tx);
    if (db.engine !== 'pg') return;
    const requests = send();
    await Promise.race([untilBlocked(tx, requests.length), ...requests]);
    return requests;
  });
  return Promise.all(sent ?? send());
}
