import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import type pg from 'pg';
import { isLost } from './unavailable';

/** Number of uses after which a text is prepared; maximum number of prepared texts per connection; maximum number of counted texts. */
const often = 10;
const most = 200;
const mostCounted = 5000;

const ownPlan = '/* planned for its values */';
/**
 * Part of a statement whose best plan depends on its values: it is not prepared. The database plans a statement that was prepared for
 * any values, after a few uses.
 */
export const plannedForValues = sql.raw(ownPlan);

/** The tables of a prepared statement have changed (0A000), or a pooler does not know the statement (26000, 42P05). */
const isStale = ({ code, message }: { code?: string; message: string }) =>
  code === '0A000' && /cached plan/.test(message);
const isUnknown = ({ code }: { code?: string }) => code === '26000' || code === '42P05';

/**
 * A pool that prepares frequent statements by name: the database parses and plans each once per connection, which saves two thirds of the
 * time of a small read. If names cannot be used, as behind an old PgBouncer, statements are sent unprepared.
 */
export function preparing(pool: pg.Pool, byName = true): PostgresPool {
  const counts = new Map<string, number>();
  const names = new Map<string, number>();
  let generation = 0;
  let usable = byName;

  function nameOf(text: string): string | undefined {
    if (!usable) return;
    const number = names.get(text);
    if (number !== undefined) return `${generation}.${number}`;
    if (names.size >= most) return;
    const count = (counts.get(text) ?? 0) + 1;
    if (count <= often) {
      if (counts.size >= mostCounted) counts.clear();
      counts.set(text, count);
      return;
    }
    counts.delete(text);
    names.set(text, names.size);
    return nameOf(text);
  }

  function borrow(client: pg.PoolClient): PostgresPoolClient {
    let inside = false;
    let broken = false;
    const query = async (text: string, values: unknown[]) => {
      if (/^(begin|start transaction)\b/.test(text)) inside = true;
      if (/^(commit|rollback)$/.test(text)) inside = false;
      const name = values.length && !text.includes(ownPlan) ? nameOf(text) : undefined;
      try {
        return await client.query(name ? { name, text, values } : { text, values });
      } catch (error) {
        if (isLost(error)) broken = true;
        if (!name) throw error;
        const failure = error as Error & { code?: string };
        if (isUnknown(failure)) usable = false;
        else if (isStale(failure)) generation++;
        else throw error;
        // This error has ended the transaction; 40001 makes it run again.
        if (inside) throw Object.assign(failure, { code: '40001' });
        return client.query(text, values);
      }
    };
    // Kysely's second form is for cursors, which we do not use
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(broken) };
  }

  const borrowed = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const ours = borrowed.get(client) ?? borrow(client);
      borrowed.set(client, ours);
      return ours;
    },
    end: () => pool.end(),
  };
}
