import { sql } from 'kysely';
import type { Tx } from '../../../src/server/db/database';

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
