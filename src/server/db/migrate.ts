import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import type {
  BatchMigration,
  IndexMigration,
  Migration,
  MonthsMigration,
  RepeatedMigration,
  Statements,
} from '../schema/migration';
import { buildIndex, buildIndexBeside } from './build-index';
import type { Db, Tx } from './database';
import { beforeDividing, divide, keyIndex } from './divide';

// The lock row and the list of applied migrations. Not in `Tables`, because only this file uses them.
const preparation = [
  sql`create table if not exists schema_lock (id int primary key)`,
  sql`create table if not exists schema_migration (id text primary key, checksum text not null, at timestamptz not null)`,
  sql`insert into schema_lock values (1) on conflict do nothing`,
];
/** PostgreSQL's error codes if two instances create the same table at the same moment. */
const raced = new Set(['23505', '42P07', '42710', '40001', 'XX000']);

export interface MigrateOptions {
  /** Milliseconds that a statement waits for a lock. Everybody who uses the table meanwhile waits behind it. */
  lockTimeout?: number;
  /** Milliseconds between two attempts, in which the others get their turn; and for how long it tries. */
  between?: number;
  timeoutMs?: number;
  /** Reports that a migration waits, and for whom. */
  say?(line: string): void;
}

/** A table that is in use is tried again for ten minutes: long enough for a dump, or for a report that somebody forgot. */
const usual = { lockTimeout: 2000, between: 3000, timeoutMs: 600_000, say: () => {} };
type Settled = Required<MigrateOptions>;
/** Milliseconds between two looks at whether another instance is done. */
const taken = 200;

/**
 * Applies outstanding migrations and returns their ids. If several instances start at once, a row lock serializes them, so each migration
 * runs once (distributed engines lack advisory locks). A statement that does not get its lock in time gives up and is tried again: in the
 * meantime it would keep everybody else from the table.
 */
export async function migrate(
  db: Db,
  migrations: readonly Migration[],
  options: MigrateOptions = {},
): Promise<string[]> {
  for (const statement of preparation) await insist(() => statement.execute(db.run));
  const ran: string[] = [];
  const { rows } = await sql<{
    id: string;
    checksum: string;
  }>`select id, checksum from schema_migration`.execute(db.run);
  const applied = new Map(rows.map(({ id, checksum }) => [id, checksum]));
  for (const migration of migrations)
    if (applied.get(migration.id) !== checksumOf(migration))
      if (await persist(db, migration, { ...usual, ...options })) ran.push(migration.id);
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

const isLocked = (error: unknown) => (error as { code?: string }).code === '55P03';

/** Another instance is migrating. */
class Taken extends Error {}

/** Tries again while another instance migrates, and while others hold a lock on the table. */
async function persist(db: Db, migration: Migration, options: Settled): Promise<boolean> {
  const { lockTimeout, between, timeoutMs, say } = options;
  const began = Date.now();
  for (;;) {
    try {
      return await apply(db, migration, lockTimeout);
    } catch (error) {
      if (error instanceof Taken) {
        await delay(taken * (0.5 + Math.random()));
        continue;
      }
      if (!isLocked(error)) throw error;
      const holders = await longest(db);
      const waits = `The migration ${migration.id} waits for a table that is in use. ${holders}`;
      if (Date.now() - began > timeoutMs)
        throw new Error(`${waits} It gave up; start again once they have ended.`, { cause: error });
      say(waits);
      await delay(between * (0.75 + Math.random() / 2));
    }
  }
}

/** The transactions that have been open longest, as hints for the operator. */
async function longest({ run }: Db): Promise<string> {
  const { rows } = await sql<{ pid: number; seconds: number; query: string }>`
    select pid, extract(epoch from now() - xact_start)::int as seconds, left(query, 80) as query
    from pg_stat_activity where xact_start is not null and pid <> pg_backend_pid() and datname = current_database()
    order by xact_start limit 3`.execute(run);
  const texts = rows.map(({ pid, seconds, query }) => `process ${pid}, for ${seconds} s: ${query}`);
  return texts.length ? `The oldest transactions: ${texts.join('; ')}.` : '';
}

const textOf = (migration: Migration) => {
  if ('index' in migration) return JSON.stringify(migration.index);
  return 'months' in migration ? JSON.stringify(migration.months) : migration.sql;
};

const checksumOf = (migration: Migration) => createHash('sha256').update(textOf(migration)).digest('hex');

/**
 * Whether it has to run. Throws `Taken` while another instance is migrating: waiting inside a statement would keep a snapshot, for whose
 * end an index that is built beside others waits in turn.
 */
async function isOutstanding(tx: Tx, id: string, checksum: string): Promise<boolean> {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
  await sql`select id from schema_lock where id = 1 for update nowait`.execute(tx).catch((error) => {
    throw isLocked(error) ? new Taken('another instance migrates', { cause: error }) : error;
  });
  // Without a parameter: the portal of a statement with one would keep its snapshot until the next statement.
  const { rows } = await sql<{
    checksum: string;
  }>`select checksum from schema_migration where id = ${sql.lit(id)}`.execute(tx);
  if (rows[0] && rows[0].checksum !== checksum) throw new Error(`migration ${id} was edited after it ran`);
  return !rows[0];
}

const note = (tx: Tx, id: string, checksum: string) =>
  sql`insert into schema_migration values (${id}, ${checksum}, now())`.execute(tx);

const apply = (db: Db, migration: Migration, lockTimeout: number): Promise<boolean> => {
  if ('index' in migration) return applyIndex(db, migration);
  if ('months' in migration) return applyMonths(db, migration, lockTimeout);
  if ('batches' in migration) return applyBatches(db, migration);
  if ('repeated' in migration) return applyRepeated(db, migration);
  return applyStatements(db, migration, lockTimeout);
};

/** The statements of a migration: each ends at the end of a line. The body of a function (`$$`) belongs to its statement. */
const statementsOf = (text: string) =>
  (text.match(/(?:\$\$.*?\$\$|;(?!\s*(?:\n|$))|[^;])+/gs) ?? []).filter((one) => one.trim());

function applyStatements(db: Db, migration: Statements, lockTimeout: number): Promise<boolean> {
  const { id, sql: text } = migration;
  const checksum = checksumOf(migration);
  return db.tx(async (tx) => {
    if (!(await isOutstanding(tx, id, checksum))) return false;
    await sql`select set_config('lock_timeout', ${`${lockTimeout}`}, true)`.execute(tx);
    for (const statement of statementsOf(text)) await sql.raw(statement).execute(tx);
    await note(tx, id, checksum);
    return true;
  });
}

/** Rows of a batch. */
const batchSize = 5000;

/** Changes the rows of a table in the order of their keys. Between two batches, others may lock its rows. */
async function applyBatches(db: Db, migration: BatchMigration): Promise<boolean> {
  const { id, sql: text, batches } = migration;
  const checksum = checksumOf(migration);
  for (let from = ''; ; ) {
    const done = await db
      .tx(async (tx) => {
        if (!(await isOutstanding(tx, id, checksum))) return false;
        const until = await endOfBatch(tx, batches, from);
        if (until !== undefined) {
          await tx.executeQuery(CompiledQuery.raw(text, [from, until]));
          return { until };
        }
        await note(tx, id, checksum);
        return true;
      })
      .catch(async (error) => {
        if (!(error instanceof Taken)) throw error;
        await delay(taken);
        return { until: from };
      });
    if (typeof done === 'boolean') return done;
    from = done.until;
  }
}

/** Changes rows until none is left to change. Between two times, others may lock them, or go on with the migration. */
async function applyRepeated(db: Db, migration: RepeatedMigration): Promise<boolean> {
  const { id, sql: text } = migration;
  const checksum = checksumOf(migration);
  for (;;) {
    const left = await db
      .tx(async (tx) => {
        if (!(await isOutstanding(tx, id, checksum))) return 'none';
        const { numAffectedRows } = await tx.executeQuery(CompiledQuery.raw(text, []));
        if (numAffectedRows) return 'some';
        await note(tx, id, checksum);
        return 'ended';
      })
      .catch(async (error) => {
        if (!(error instanceof Taken)) throw error;
        await delay(taken);
        return 'some';
      });
    if (left !== 'some') return left === 'ended';
  }
}

/** The key with which the next batch ends; `undefined` after the last one. */
async function endOfBatch(tx: Tx, { table, key }: BatchMigration['batches'], from: string) {
  const { rows } = await sql<{ until: string | null }>`
    select max(key) as until from (
      select ${sql.ref(key)} as key from ${sql.table(table)} where ${sql.ref(key)} > ${from}
      order by 1 limit ${batchSize}) batch`.execute(tx);
  return rows[0]?.until ?? undefined;
}

/** Runs work in a transaction of its own if the migration is outstanding; `noted`: it ends the migration. */
const inTurn = (db: Db, migration: Migration, work: (tx: Tx) => Promise<unknown>, noted: boolean) =>
  db.tx(async (tx) => {
    const checksum = checksumOf(migration);
    if (!(await isOutstanding(tx, migration.id, checksum))) return false;
    await work(tx);
    if (noted) await note(tx, migration.id, checksum);
    return true;
  });

/** Builds an index. With several connections, it is built outside the transaction that holds the lock row, beside those who use the table. */
function buildInTurn(
  db: Db,
  migration: Migration,
  index: IndexMigration['index'],
  noted: boolean,
): Promise<boolean> {
  if (db.engine === 'pglite') return inTurn(db, migration, (tx) => buildIndex(tx, index), noted);
  return db.run
    .connection()
    .execute((outside) => inTurn(db, migration, () => buildIndexBeside(outside, index, !!db.pooled), noted));
}

const applyIndex = (db: Db, migration: IndexMigration) => buildInTurn(db, migration, migration.index, true);

/** Divides a table by months, in steps that may each be repeated. */
async function applyMonths(db: Db, migration: MonthsMigration, lockTimeout: number): Promise<boolean> {
  const { months } = migration;
  const brief = (work: (tx: Tx) => Promise<unknown>, noted = false) =>
    inTurn(
      db,
      migration,
      async (tx) => {
        await sql`select set_config('lock_timeout', ${`${lockTimeout}`}, true)`.execute(tx);
        await work(tx);
      },
      noted,
    );
  const steps = beforeDividing(months);
  if (db.engine === 'pglite')
    return brief(async (tx) => {
      await buildIndex(tx, keyIndex(months));
      for (const step of steps) await step(tx);
      await divide(tx, months);
    }, true);
  if (!(await buildInTurn(db, migration, keyIndex(months), false))) return false;
  for (const step of steps) if (!(await brief(step))) return false;
  return brief((tx) => divide(tx, months), true);
}
