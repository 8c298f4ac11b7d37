import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import type pg from 'pg';
import { createStatementNames } from './statement-names';
import { isLost } from './unavailable';

const ownPlan = '/* planned for its values */';
/**
 * Part of a statement whose best plan depends on its values: it is not prepared. The database plans a statement that was prepared for
 * any values, after a few uses.
 */
export const plannedForValues = sql.raw(ownPlan);

/** Whether one plan of the statement is good for any values. */
export const isReusable = (text: string): boolean => !text.includes(ownPlan);

/** Whether a transaction is open after this statement. */
export function isInsideAfter(text: string, before: boolean): boolean {
  if (/^(begin|start transaction)\b/.test(text)) return true;
  return before && !/^(commit|rollback)$/.test(text);
}

/** The tables of a prepared statement have changed (0A000), or a pooler does not know the statement (26000, 42P05). */
export const isStale = ({ code, message }: { code?: string; message: string }) =>
  code === '0A000' && /cached plan/.test(message);
const isUnknown = ({ code }: { code?: string }) => code === '26000' || code === '42P05';

/**
 * A pool that prepares frequent statements by name: the database parses and plans each once per connection, which saves two thirds of the
 * time of a small read. If names cannot be used, as behind an old PgBouncer, statements are sent unprepared.
 */
export function preparing({ Query }: typeof pg, pool: pg.Pool, byName = true): PostgresPool {
  /** Makes pg's query of a text: a configuration object is copied with its property descriptors, which takes 20 µs each time. */
  const send = (client: pg.PoolClient, text: string, values: unknown[], name?: string) =>
    new Promise<pg.QueryResult>((resolve, reject) => {
      const query = new Query(text, values, (error, result) => (error ? reject(error) : resolve(result)));
      client.query(Object.assign(query, { name }));
    });
  const names = createStatementNames();
  let usable = byName;

  function borrow(client: pg.PoolClient): PostgresPoolClient {
    let inside = false;
    let broken = false;
    const query = async (text: string, values: unknown[]) => {
      inside = isInsideAfter(text, inside);
      const name = usable && values.length && isReusable(text) ? names.nameOf(text) : undefined;
      try {
        return await send(client, text, values, name);
      } catch (error) {
        if (isLost(error)) broken = true;
        if (!name) throw error;
        const failure = error as Error & { code?: string };
        if (isUnknown(failure)) usable = false;
        else if (isStale(failure)) names.renew();
        else throw error;
        // This error has ended the transaction; 40001 makes it run again.
        if (inside) throw Object.assign(failure, { code: '40001' });
        return send(client, text, values);
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
