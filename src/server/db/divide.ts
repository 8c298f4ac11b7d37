import { sql } from 'kysely';
import type { MonthsMigration } from '../schema/migration';
import type { Tx } from './database';
import { attach, checkSpan, createFollowing, endFor, limitSpan, lockTable, newestIn } from './months';

type Months = MonthsMigration['months'];

/** The index that becomes the key of the first part. */
export const keyIndex = ({ table, key }: Months) => ({
  name: `${table}_first_pkey`,
  on: `on ${table} (${key.join(', ')})`,
  unique: true as const,
});

/** The first part has the name that the table had until now, and ends next month: what is written meanwhile lies before that. */
const firstOf = (table: string) => `${table}_first`;

interface Defined {
  name: string;
  definition: string;
}

/** The indexes of a table besides those of its key. */
async function indexesOf(tx: Tx, table: string): Promise<Defined[]> {
  const { rows } = await sql<Defined>`
    select c.relname::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ${table}::regclass and not i.indisprimary order by 1`.execute(tx);
  return rows;
}

async function foreignKeysOf(tx: Tx, table: string): Promise<Defined[]> {
  const { rows } = await sql<Defined>`
    select conname::text as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid = ${table}::regclass order by 1`.execute(tx);
  return rows;
}

/** Steps before the table is divided, each a transaction of its own that keeps nobody waiting for more than a moment. */
export const beforeDividing = ({ table, on }: Months): ((tx: Tx) => Promise<unknown>)[] => [
  async (tx) =>
    limitSpan(tx, table, on, { from: null, until: endFor(await newestIn(tx, table, on), Date.now()) }),
  (tx) => checkSpan(tx, table),
];

/**
 * Makes the table the first part of a new one with its name, in one transaction without reading its rows. Gateways of the previous version
 * go on with the new one.
 */
export async function divide(tx: Tx, { table, on, key }: Months): Promise<void> {
  const first = firstOf(table);
  const whole = sql.table(table);
  await lockTable(tx, table);
  const until = await endOfCheck(tx, table);
  const foreignKeys = await foreignKeysOf(tx, table);
  const { name: pkey } = keyIndex({ table, on, key });
  await sql`alter table ${whole} drop constraint ${sql.id(`${table}_pkey`)}`.execute(tx);
  await sql`alter table ${whole} add constraint ${sql.id(pkey)} primary key using index ${sql.id(pkey)}`.execute(
    tx,
  );
  const indexes = await indexesOf(tx, table);
  await sql`alter table ${whole} rename to ${sql.id(first)}`.execute(tx);
  for (const { name } of indexes)
    await sql`alter index ${sql.id(name)} rename to ${sql.id(name.replace(table, first))}`.execute(tx);
  await sql`create table ${whole} (like ${sql.table(first)} including defaults including constraints including comments)
    partition by range (${sql.ref(on)})`.execute(tx);
  await sql`alter table ${whole} drop constraint ${sql.id(`${table}_months`)}`.execute(tx);
  await sql`alter table ${whole} add constraint ${sql.id(`${table}_pkey`)} primary key (${sql.join(key.map((one) => sql.ref(one)))})`.execute(
    tx,
  );
  for (const { definition } of indexes)
    await sql.raw(definition.replace(/ ON \S+ USING /, ` ON ${table} USING `)).execute(tx);
  for (const { name, definition } of foreignKeys)
    await sql`alter table ${whole} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(tx);
  await sql`alter table ${sql.table(first)} rename constraint ${sql.id(`${table}_months`)} to ${sql.id(`${first}_months`)}`.execute(
    tx,
  );
  await attach(tx, table, { name: first, from: null, until });
  await createFollowing(tx, table, until, Date.now());
}

/** The end of the times that the table may have, as its check says. */
async function endOfCheck(tx: Tx, table: string): Promise<Date> {
  const { rows } = await sql<{ until: Date | null }>`
    select substring(pg_get_constraintdef(oid) from '< ''([^'']+)''')::timestamptz as until
    from pg_constraint where conname = ${`${table}_months`} and conrelid = ${table}::regclass and convalidated`.execute(
    tx,
  );
  const until = rows[0]?.until;
  if (!until) throw new Error(`${table} has no check of its months`);
  return until;
}
