import type pg from 'pg';
import { citusOf, foreignKeysOf, isByShard, keysOf, lyingOf, tablesOf, triggersOf } from './catalog';
import { type Change, changesOf, quoted } from './changes';
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
  plannedAt: Date;
}

const hasJournal = async (client: pg.ClientBase): Promise<boolean> =>
  (await client.query(`select to_regclass('public.spread_change') is not null as is`)).rows[0].is;

async function noted(client: pg.ClientBase): Promise<Noted[]> {
  if (!(await hasJournal(client))) return [];
  const { rows } = await client.query(
    `select n, table_name as table, what, name, was, now, statement, undo, done_at is not null as "isDone",
     planned_at as "plannedAt" from spread_change order by n`,
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
export async function alone<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
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

/** The changes that are left of a plan which was begun. One that was not is made anew: tables may have come since. */
async function restOf(client: pg.ClientBase): Promise<Noted[]> {
  const changes = await noted(client);
  const rest = changes.filter(({ isDone }) => !isDone);
  const isBegun = changes.some(
    ({ isDone, plannedAt }) => isDone && +plannedAt === Number(rest[0]?.plannedAt),
  );
  return isBegun ? rest : [];
}

/** The changes that `go` would make now: the rest of an interrupted one, or the changes of tables that lie elsewhere than declared. */
export async function planSpread(client: pg.ClientBase, shards: number): Promise<Change[]> {
  const rest = await restOf(client);
  if (rest.length) return rest;
  const reasons = await reasonsAgainst(client);
  if (reasons.length) throw new NotPrepared(reasons);
  return changesOf(client, shards);
}

type Say = (change: Change) => void;

/** Notes the changes to make, beside members who use the database, and returns their number: reading all rows for reasons against it takes long. */
export const prepareSpread = (client: pg.ClientBase, shards: number): Promise<number> =>
  alone(client, async () => {
    const plan = await planSpread(client, shards);
    if ((await restOf(client)).length) return plan.length;
    await inTransaction(client, async () => {
      await client.query(journal);
      await client.query('delete from spread_change where done_at is null');
      for (const { table, what, name, was, now, statement, undo } of plan)
        await client.query(
          'insert into spread_change (table_name, what, name, was, now, statement, undo) values ($1, $2, $3, $4, $5, $6, $7)',
          [table, what, name, was, now, statement, undo],
        );
    });
    return plan.length;
  });

/** Makes the noted changes that are not made yet. After an interruption it goes on where it ended. */
export const makeChanges = (client: pg.ClientBase, say: Say = () => {}): Promise<void> =>
  alone(client, async () => {
    for (const change of await noted(client)) {
      if (change.isDone) continue;
      say(change);
      await inTransaction(client, async () => {
        await client.query(change.statement);
        await client.query('update spread_change set done_at = now() where n = $1', [change.n]);
      });
    }
  });

/** Spreads the tables as they are declared, and returns the number of changes. Nobody else may use the database. */
export async function spread(client: pg.ClientBase, shards: number, say?: Say): Promise<number> {
  const count = await prepareSpread(client, shards);
  if (count) await makeChanges(client, say);
  return count;
}

/** Whether something is noted that can be undone. */
export const isSpread = async (client: pg.ClientBase): Promise<boolean> => (await noted(client)).length > 0;

/** Whether the changes of each plan are all made, or none. */
export const isWhole = async (client: pg.ClientBase): Promise<boolean> => !(await restOf(client)).length;

/** Undoes all changes, the last one first, and returns their number. After an interruption it goes on where it ended. */
export const bringBack = (client: pg.ClientBase, say: Say = () => {}): Promise<number> =>
  alone(client, async () => {
    const changes = (await noted(client)).reverse();
    for (const change of changes) {
      if (!change.isDone) continue;
      say(change);
      await inTransaction(client, async () => {
        await client.query(change.undo);
        // noted as not made: if this is interrupted, it can be made again too
        await client.query('update spread_change set done_at = null where n = $1', [change.n]);
      });
    }
    if (changes.length) await client.query('drop table spread_change');
    return changes.length;
  });

/** Keys that are not unique any more without the member, each in a sentence: they could not be put back. */
export async function reasonsAgainstBack(client: pg.ClientBase): Promise<string[]> {
  const reasons: string[] = [];
  for (const { table, what, name, statement, isDone } of await noted(client)) {
    // the index for lookups without the member has the columns of the key
    const [, columns, condition = 'true'] = /\(([^()]+)\)(?: WHERE (.*))?$/.exec(statement) ?? [];
    if (what !== 'index' || !isDone || !columns) continue;
    const { rows } = await client.query(
      `select 1 from ${quoted(table)} where (${columns}) is not null and (${condition}) group by ${columns} having count(*) > 1 limit 1`,
    );
    if (rows.length)
      reasons.push(
        `Several members have the same ${columns} in ${table} (${name}): the key cannot be put back.`,
      );
  }
  return reasons;
}

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
