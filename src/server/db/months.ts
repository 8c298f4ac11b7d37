import { sql } from 'kysely';
import { chinaAhead } from '../../contract/wire/china';
import { monthAfter } from './china';
import type { Db, Executor, Tx } from './database';

// Tables that only grow have a part for each month (`schema/grows.ts`). The first part takes all times before it and the last all times
// after it, so that a month that nobody made in time refuses no row.

/** A part of a table: from a time on, before another one. Null is no bound. */
export interface Part {
  name: string;
  from: Date | null;
  until: Date | null;
}

/** Full months that are made after the current one. */
const monthsAhead = 3;
/** Milliseconds that a statement waits for a lock: everybody who uses the table waits behind it. */
const lockTimeout = 2000;

const text = (at: Date) => sql.lit(at.toISOString());
export const partName = (table: string, from: Date) =>
  `${table}_${new Date(from.getTime() + chinaAhead).toISOString().slice(0, 7).replace('-', '_')}`;
const laterName = (table: string) => `${table}_later`;

/** The parts of a table, the oldest first; none if it is not divided. */
export async function partsOf(executor: Executor, table: string): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select name, substring(bound from 'FROM [(]''([^'']+)''')::timestamptz as "from",
      substring(bound from 'TO [(]''([^'']+)''')::timestamptz as until
    from (
      select c.relname::text as name, pg_get_expr(c.relpartbound, c.oid) as bound
      from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
      join pg_namespace n on n.oid = p.relnamespace
      where p.relname = ${table} and n.nspname = current_schema()
    ) as part order by 2 nulls first`.execute(executor);
  return rows;
}

/**
 * Locks a table, after the tables that it refers to: members lock them in this order too. Dropping a part also changes those tables, for
 * which nobody may read them; a lock that becomes stronger later would meet members who wait for this table.
 */
export async function lockTable(tx: Tx, table: string, isDropping = false): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct r.relname::text as name from pg_constraint f join pg_class r on r.oid = f.confrelid
    where f.contype = 'f' and f.conrelid = ${table}::regclass order by 1`.execute(tx);
  const mode = sql.raw(isDropping ? 'access exclusive' : 'share row exclusive');
  for (const { name } of rows) await sql`lock table ${sql.table(name)} in ${mode} mode`.execute(tx);
  await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
}

const checkName = (part: string) => sql.id(`${part}_months`);

/** Lets a part have only times between two, without reading its rows: `checkSpan` does that. A lock of a moment. */
export async function limitSpan(
  tx: Tx,
  part: string,
  on: string,
  { from, until }: Omit<Part, 'name'>,
): Promise<void> {
  // two statements, because several nodes take one change of constraints at a time
  await sql`alter table ${sql.table(part)} drop constraint if exists ${checkName(part)}`.execute(tx);
  await sql`alter table ${sql.table(part)} add constraint ${checkName(part)}
    check (${from ? sql`${sql.ref(on)} >= ${text(from)} and ` : sql``}${sql.ref(on)} < ${text(until as Date)}) not valid`.execute(
    tx,
  );
}

/** Reads all rows of a part beside those who use it, so that nobody has to wait when it is attached. */
export const checkSpan = (tx: Tx, part: string) =>
  sql`alter table ${sql.table(part)} validate constraint ${checkName(part)}`.execute(tx);

/** Attaches a table as a part. Its check has become the bound. */
export async function attach(tx: Tx, table: string, { name, from, until }: Part): Promise<void> {
  const bound = (at: Date | null, none: string) => (at ? text(at) : sql.raw(none));
  await sql`alter table ${sql.table(table)} attach partition ${sql.table(name)}
    for values from (${bound(from, 'minvalue')}) to (${bound(until, 'maxvalue')})`.execute(tx);
  await sql`alter table ${sql.table(name)} drop constraint if exists ${checkName(name)}`.execute(tx);
}

/** Makes an empty part. */
async function create(tx: Tx, table: string, name: string, from: Date, until: Date | null): Promise<void> {
  const to = until ? text(until) : sql.raw('maxvalue');
  await sql`create table ${sql.table(name)} partition of ${sql.table(table)}
    for values from (${text(from)}) to (${to})`.execute(tx);
}

/** Makes the months from one to another. */
async function createMonths(tx: Tx, table: string, from: Date, until: Date): Promise<void> {
  for (let begin = from; begin < until; ) {
    const end = monthAfter(begin.getTime(), 1);
    await create(tx, table, partName(table, begin), begin, end);
    begin = end;
  }
}

/** The end of the months that have to be there now. */
const wantedUntil = (now: number) => monthAfter(now, monthsAhead + 1);

/** Makes what comes after the first part of a table that is being divided. */
export async function createFollowing(tx: Tx, table: string, from: Date, now: number): Promise<void> {
  const until = new Date(Math.max(wantedUntil(now).getTime(), from.getTime()));
  await createMonths(tx, table, from, until);
  await create(tx, table, laterName(table), until, null);
}

/** The end of a part whose rows are these or come soon: nobody writes beyond it before it is attached. */
export const endFor = (newest: Date | null, now: number) =>
  monthAfter(Math.max(now, newest?.getTime() ?? 0), 2);

export async function newestIn(executor: Executor, part: string, on: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(${sql.ref(on)}) as at from ${sql.table(part)}`.execute(executor);
  return rows[0]?.at ?? null;
}

/** In a transaction whose statements give up early if somebody uses the table. */
export const briefly = <T>(db: Db, work: (tx: Tx) => Promise<T>) =>
  db.tx(async (tx) => {
    await sql`select set_config('lock_timeout', ${`${lockTimeout}`}, true), set_config('statement_timeout', '0', true)`.execute(
      tx,
    );
    return work(tx);
  });

/** Lets a transaction take minutes. */
export const patiently = (tx: Tx) =>
  sql`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`.execute(
    tx,
  );

/**
 * Makes the months that are missing ahead, and returns whether it made any. Several gateways may do so at once. The last part is empty,
 * unless months were missing: then it keeps its rows, ends, and another one follows.
 */
export async function makeMonths(db: Db, table: string, on: string, now: number): Promise<boolean> {
  const until = wantedUntil(now);
  const last = (await partsOf(db.run, table)).at(-1);
  if (!last?.from || last.from >= until) return false;
  const newest = await newestIn(db.run, last.name, on);
  const end = newest && endFor(newest, now);
  if (end) {
    await briefly(db, (tx) => limitSpan(tx, last.name, on, { from: last.from, until: end }));
    await briefly(db, (tx) => checkSpan(tx, last.name));
  }
  return briefly(db, async (tx) => {
    await lockTable(tx, table);
    const still = (await partsOf(tx, table)).at(-1);
    if (!still?.from || still.from >= until) return false;
    // rows that came in between are dealt with the next time
    if (!end && (await newestIn(tx, still.name, on))) return false;
    await sql`alter table ${sql.table(table)} detach partition ${sql.table(still.name)}`.execute(tx);
    if (end) {
      const name = partName(table, still.from);
      await attach(tx, table, { ...still, until: end });
      await sql`alter table ${sql.table(still.name)} rename to ${sql.id(name)}`.execute(tx);
      await createFollowing(tx, table, end, now);
    } else {
      await createMonths(tx, table, still.from, until);
      await attach(tx, table, { ...still, from: until });
    }
    return true;
  });
}

/** The oldest time of a part's rows; null if it has none. */
export async function oldestIn(executor: Executor, part: string, on: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(${sql.ref(on)}) as at from ${sql.table(part)}`.execute(executor);
  return rows[0]?.at ?? null;
}

/** Keeps everybody from changing a part until the end of the transaction. They may read it. */
export const freezePart = (tx: Tx, part: string) =>
  sql`lock table ${sql.table(part)} in share mode`.execute(tx);

/** Takes a part away from its table, with its rows. A lock of a moment. */
export async function dropPart(tx: Tx, table: string, part: string): Promise<void> {
  await lockTable(tx, table, true);
  await sql`drop table ${sql.table(part)}`.execute(tx);
}

/** Makes a table that can become the part of a month, in place of one that was left behind. */
export async function preparePart(tx: Tx, table: string, { name }: Part): Promise<void> {
  await sql`drop table if exists ${sql.table(name)}`.execute(tx);
  await sql`create table ${sql.table(name)} (like ${sql.table(table)} including all)`.execute(tx);
  const { rows } = await sql<{ name: string; definition: string }>`
    select conname::text as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid = ${table}::regclass`.execute(tx);
  for (const { name: key, definition } of rows)
    await sql`alter table ${sql.table(name)} add constraint ${sql.id(key)} ${sql.raw(definition)}`.execute(
      tx,
    );
}
