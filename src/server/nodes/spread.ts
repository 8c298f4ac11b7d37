import type pg from 'pg';
import { citusOf, foreignKeysOf, isByShard, keysOf, lyingOf, tablesOf, triggersOf } from './catalog';
import { type Change, changesOf } from './changes';
import { constraintsAmiss, misplaced, nameOf } from './differences';
import { reasonsAgainst } from './reasons';

/** Every change, in order: what is left to do after an interruption, what `verify` expects, and how to go back. */
const journal = `create table if not exists spread_change (
  n int generated always as identity primary key, table_name text not null, what text not null, name text not null,
  was text not null, now text, statement text not null, undo text not null, planned_at timestamptz not null default now(),
  done_at timestamptz)`;

interface Noted extends Change {
  n: number;
  isDone: boolean;
}

const hasJournal = async (client: pg.ClientBase): Promise<boolean> =>
  (await client.query(`select to_regclass('public.spread_change') is not null as is`)).rows[0].is;

async function noted(client: pg.ClientBase): Promise<Noted[]> {
  if (!(await hasJournal(client))) return [];
  const { rows } = await client.query(
    `select n, table_name as table, what, name, was, now, statement, undo, done_at is not null as "isDone" from spread_change order by n`,
  );
  return rows;
}

async function inTransaction(client: pg.ClientBase, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Two of these at once would undo each other's work. Each statement takes as long as the rows of its table need. */
async function alone<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  const { rows } = await client.query('select pg_try_advisory_lock(4712) as is');
  if (!rows[0].is) throw new Error('The tables are being spread, or brought back, by another process.');
  try {
    for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await client.query(`set ${limit} = 0`);
    await client.query(`set lock_timeout = '1min'`);
    if (await citusOf(client)) await client.query(`set citus.multi_shard_modify_mode = 'sequential'`);
    return await work();
  } finally {
    await client.query('select pg_advisory_unlock(4712)');
  }
}

/** A refusal: the database is not prepared. */
class NotPrepared extends Error {
  constructor(readonly reasons: readonly string[]) {
    super(reasons.join('\n'));
  }
}

/** The changes that `go` would make now: the rest of an interrupted one, or the changes of tables that lie elsewhere than declared. */
export async function planSpread(client: pg.ClientBase, shards: number): Promise<Change[]> {
  const rest = (await noted(client)).filter(({ isDone }) => !isDone);
  if (rest.length) return rest;
  const reasons = await reasonsAgainst(client);
  if (reasons.length) throw new NotPrepared(reasons);
  return changesOf(client, shards);
}

type Say = (change: Change) => void;

/** Spreads the tables as they are declared, and returns the number of changes. After an interruption it goes on where it ended. */
export const spread = (client: pg.ClientBase, shards: number, say: Say = () => {}): Promise<number> =>
  alone(client, async () => {
    const plan = await planSpread(client, shards);
    if (!plan.length) return 0;
    const isRest = (await noted(client)).some(({ isDone }) => !isDone);
    if (!isRest)
      await inTransaction(client, async () => {
        await client.query(journal);
        for (const { table, what, name, was, now, statement, undo } of plan)
          await client.query(
            'insert into spread_change (table_name, what, name, was, now, statement, undo) values ($1, $2, $3, $4, $5, $6, $7)',
            [table, what, name, was, now, statement, undo],
          );
      });
    for (const change of await noted(client)) {
      if (change.isDone) continue;
      say(change);
      await inTransaction(client, async () => {
        await client.query(change.statement);
        await client.query('update spread_change set done_at = now() where n = $1', [change.n]);
      });
    }
    return plan.length;
  });

/** Undoes all changes, the last one first, and returns their number. After an interruption it goes on where it ended. */
export const bringBack = (client: pg.ClientBase, say: Say = () => {}): Promise<number> =>
  alone(client, async () => {
    const changes = (await noted(client)).reverse();
    for (const change of changes) {
      if (change.isDone) say(change);
      await inTransaction(client, async () => {
        if (change.isDone) await client.query(change.undo);
        await client.query('delete from spread_change where n = $1', [change.n]);
      });
    }
    if (changes.length) await client.query('drop table spread_change');
    return changes.length;
  });

/** The differences from the declarations and from the noted changes, each in a sentence. Empty if the tables are spread. */
export async function verifySpread(client: pg.ClientBase): Promise<string[]> {
  if (!(await citusOf(client))) return reasonsAgainst(client);
  const changes = await noted(client);
  const waiting = changes.filter(({ isDone }) => !isDone).length;
  const wrong = waiting
    ? [`${waiting} of ${changes.length} changes are still to come: go on with them.`]
    : [];
  wrong.push(...misplaced(await tablesOf(client), await lyingOf(client)));
  if (!(await isByShard(client)))
    wrong.push('The function shard_of does not say in which shard a home lies.');
  return waiting ? wrong : [...wrong, ...constraintsAmiss(changes, await constraintsOf(client))];
}

/** The definitions of all keys and triggers, by their names. */
async function constraintsOf(client: pg.ClientBase): Promise<Map<string, string>> {
  const there = new Map<string, string>();
  for (const { table, name, definition } of await keysOf(client))
    there.set(nameOf('key', table, name), definition);
  for (const { table, name, definition } of await foreignKeysOf(client))
    there.set(nameOf('foreign key', table, name), definition);
  for (const { table, name, definition } of await triggersOf(client))
    there.set(nameOf('trigger', table, name), definition);
  return there;
}
