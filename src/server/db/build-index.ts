import { sql } from 'kysely';
import type { IndexMigration } from '../schema/migration';
import type { Executor } from './database';

type Index = IndexMigration['index'];

/**
 * Milliseconds that it waits for one transaction of others, which nobody waits behind. Without a limit, an instance of an older version that
 * waits for ours to migrate, and for which the index waits, would never end.
 */
const longest = 60_000;

/** Whether the index is there; `invalid` if it was not built to its end. */
async function stateOf(run: Executor, { name }: Index): Promise<'none' | 'valid' | 'invalid'> {
  const { rows } = await sql<{ valid: boolean }>`
    select i.indisvalid as valid from pg_class c join pg_index i on i.indexrelid = c.oid
    join pg_namespace n on n.oid = c.relnamespace
    where c.relname = ${name} and n.nspname = current_schema()`.execute(run);
  if (!rows[0]) return 'none';
  return rows[0].valid ? 'valid' : 'invalid';
}

const creating = ({ name, on, unique }: Index, way = '') =>
  `create ${unique ? 'unique ' : ''}index ${way}${name} ${on}`;

/** Builds an index in a transaction. */
export async function buildIndex(run: Executor, index: Index): Promise<void> {
  await sql.raw(creating(index)).execute(run);
}

/**
 * Builds an index while others read and write the table, outside a transaction. If that was interrupted or found a duplicate before, there
 * is an index that is not valid: it is dropped and built again. A valid one is taken, so that an operator can build it by hand.
 */
export async function buildIndexBeside(run: Executor, index: Index, pooled: boolean): Promise<void> {
  const state = await stateOf(run, index);
  if (state === 'valid') return;
  const statement = creating(index, 'concurrently ');
  // a pooler may run the next statement on another connection
  const limits = pooled ? [] : [`set lock_timeout = ${longest}`, 'set statement_timeout = 0'];
  for (const limit of limits) await sql.raw(limit).execute(run);
  try {
    if (state === 'invalid') await sql.raw(`drop index concurrently ${index.name}`).execute(run);
    await sql.raw(statement).execute(run);
  } catch (error) {
    if ((error as { code?: string }).code !== '57014') throw error;
    const advice = `Run it yourself, without the limits of the role, and start again: ${statement}`;
    throw new Error(`The index ${index.name} takes too long behind a pooler. ${advice}`, { cause: error });
  } finally {
    for (const limit of limits) await sql.raw(limit.replace(/^set (\w+).*/, 'reset $1')).execute(run);
  }
}
