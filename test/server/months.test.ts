// @rarely: partitions; every other file adds rows to them

import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { monthAfter } from '../../src/server/db/china';
import type { Db } from '../../src/server/db/database';
import { divide } from '../../src/server/db/divide';
import { migrate } from '../../src/server/db/migrate';
import { makeMonths, partsOf } from '../../src/server/db/months';
import { monthMaking, monthMeasurement } from '../../src/server/jobs/months';
import { growing } from '../../src/server/schema/grows';
import { migrations } from '../../src/server/schema/migrations';
import { openEmptyDb, openTestDb } from './support/database';

const test = suite<{ db: Db }>('months of the earnings');
test.before.each(async (the) => {
  the.db = await openTestDb();
});
test.after.each(({ db }) => db.close());

const now = Date.now();
const days = (count: number) => now + count * 86_400_000;

const addOrder = (db: Db) =>
  sql`insert into device_order (serial_number, member, name, quantity, ordered_at, daily_rent, rent_left, days_left)
    values ('CP1', 'mei', '', 1, now(), 1, 1, 1)`.execute(db.run);

/** A day's earnings, as any version writes them. */
const earn = async (db: Db, at: number, id: string = randomUUID()) => {
  await sql`insert into order_log (id, serial_number, member, kind, day, at, amount, machines)
    select id, 'CP1', 'mei', 'rent', '2026-11-20', ${new Date(at)}::timestamptz, amount, 1
    from jsonb_to_recordset(${JSON.stringify([{ id, amount: 320 }])}::jsonb) as l (id text, amount bigint)`.execute(
    db.run,
  );
  return id;
};

const idsIn = async (db: Db, table: string) =>
  (
    await sql<{ id: string }>`select id from ${sql.table(table)} where member = 'mei' order by id`.execute(
      db.run,
    )
  ).rows.map(({ id }) => id);

/** Writes without a pause until it is told to stop; returns what was acknowledged. */
function writing(db: Db, at: () => number) {
  let stopped = false;
  const acknowledged: string[] = [];
  const loop = async () => {
    while (!stopped) acknowledged.push(await earn(db, at()));
  };
  const loops = [loop(), loop()];
  return async () => {
    stopped = true;
    await Promise.all(loops);
    return acknowledged.sort();
  };
}

/** Every part begins where the one before it ends. */
async function assertWhole(db: Db): Promise<void> {
  const parts = await partsOf(db.run, 'order_log');
  assert.is(parts[0]?.from, null);
  assert.is(parts.at(-1)?.until, null);
  for (const [at, { from }] of parts.entries())
    if (at) assert.equal(from, parts[at - 1]?.until, `part ${at}`);
}

const ahead = async (db: Db) =>
  (await monthMeasurement(growing).read(db.run)).cloudphone_months_ahead.map((one) =>
    'value' in one ? one.value : Number.NaN,
  );

test('members of the version before earn on while the table gets its months, and nothing is lost', async () => {
  const db = await openEmptyDb();
  await migrate(
    db,
    migrations.filter(({ id }) => id !== 'devices-log-by-month'),
  );
  await addOrder(db);
  const indexes = async () =>
    (
      await sql<{ name: string }>`
        select indexname as name from pg_indexes where tablename = 'order_log' order by 1`.execute(db.run)
    ).rows.map(({ name }) => name);
  const before = await indexes();
  const old = [await earn(db, days(-800)), await earn(db, days(-1))];
  const stop = writing(db, Date.now);
  const done = await migrate(db, migrations);
  const written = await stop();
  assert.equal(done, ['devices-log-by-month']);
  assert.ok(written.length);
  assert.equal(await idsIn(db, 'order_log'), [...old, ...written].sort());
  assert.equal(await idsIn(db, 'order_log_first'), [...old, ...written].sort());
  assert.equal(await indexes(), before);
  await assertWhole(db);
  assert.equal(await ahead(db), [3]);
  assert.equal(await migrate(db, migrations), []);
  const refused = (statement: RawBuilder<unknown>) =>
    statement.execute(db.run).then(
      () => 'taken',
      ({ code }) => code,
    );
  assert.is(
    await refused(sql`insert into order_log select 'x', 'none', 'mei', 'rent', '', now(), 1, 1`),
    '23503',
  );
  assert.is(
    await refused(sql`insert into order_log select 'x', 'CP1', 'mei', 'rent', '', now(), 0, 1`),
    '23514',
  );
  await db.close();
});

test('a table whose times no check limits is not divided, and keeps its rows', async ({ db }) => {
  await sql`create table unlimited (id text, at timestamptz not null, constraint unlimited_pkey primary key (id))`.execute(
    db.run,
  );
  const dividing = db.tx((tx) =>
    divide(tx, { table: 'unlimited', on: 'at', key: ['id', 'at'] } as Parameters<typeof divide>[1]),
  );
  const refusal = await dividing.catch((error: Error) => error.message);
  assert.is(refusal, 'unlimited has no check of its months');
});

test('members earn on while a month ends and two gateways make the months after it', async ({ db }) => {
  await addOrder(db);
  assert.equal(await ahead(db), [3]);
  const then = monthAfter(now, 3).getTime();
  let at = then - 20;
  const stop = writing(db, () => at++);
  const made = await Promise.all([1, 2].map(() => makeMonths(db, 'order_log', 'at', then)));
  const written = await stop();
  assert.is(made.filter(Boolean).length, 1);
  assert.equal(await idsIn(db, 'order_log'), written);
  await assertWhole(db);
  const names = (await partsOf(db.run, 'order_log')).map(({ name }) => name);
  assert.is(new Set(names).size, names.length);
  assert.is((await partsOf(db.run, 'order_log')).at(-1)?.from?.getTime(), monthAfter(now, 7).getTime());
  assert.is(await makeMonths(db, 'order_log', 'at', then), false);
});

test('a month that nobody made refuses no earnings, and gets its part later', async ({ db }) => {
  await addOrder(db);
  const late = monthAfter(now, 8).getTime() + 1000;
  const ids = [await earn(db, late), await earn(db, now)].sort();
  assert.is((await idsIn(db, 'order_log_later')).length, 1);
  const stop = writing(db, () => late + 2000);
  assert.is(await makeMonths(db, 'order_log', 'at', late), true);
  const written = await stop();
  assert.equal(await idsIn(db, 'order_log'), [...ids, ...written].sort());
  assert.equal(await idsIn(db, 'order_log_later'), []);
  await assertWhole(db);
  const { rows } = await sql`select 1 from pg_constraint where conname like 'order_log%_months'`.execute(
    db.run,
  );
  assert.equal(rows, []);
  assert.is(await makeMonths(db, 'order_log', 'at', late), false, 'all months are there');
});

test('earnings of a time after all months have a part that ends after them', async ({ db }) => {
  await addOrder(db);
  const newest = monthAfter(now, 9).getTime() + 1000;
  const id = await earn(db, newest);
  assert.is(await makeMonths(db, 'order_log', 'at', monthAfter(now, 2).getTime()), true);
  assert.equal(await idsIn(db, 'order_log'), [id]);
  assert.equal(await idsIn(db, 'order_log_later'), []);
  await assertWhole(db);
  assert.equal((await partsOf(db.run, 'order_log')).at(-1)?.from, monthAfter(newest, 2));
});

test('operators see how many months are made ahead', async ({ db }) => {
  await sql`alter table order_log detach partition order_log_later`.execute(db.run);
  const parts = (await partsOf(db.run, 'order_log')).slice(1);
  for (const { name } of parts) await sql`drop table ${sql.table(name)}`.execute(db.run);
  await sql`alter table order_log attach partition order_log_later for values from (${sql.lit(
    monthAfter(now, 2).toISOString(),
  )}) to (maxvalue)`.execute(db.run);
  assert.equal(await ahead(db), [1]);
  await monthMaking(growing).run(db, now);
  assert.equal(await ahead(db), [3]);
});

test('a gateway that ended half way leaves months that the next one makes', async ({ db }) => {
  await addOrder(db);
  const late = monthAfter(now, 8).getTime() + 1000;
  const id = await earn(db, late);
  // the check of the last part was added, and nothing more
  await sql`alter table order_log_later add constraint order_log_later_months check (at < ${sql.lit(
    monthAfter(late, 1).toISOString(),
  )}) not valid`.execute(db.run);
  assert.is(await makeMonths(db, 'order_log', 'at', late), true);
  assert.equal(await idsIn(db, 'order_log'), [id]);
  await earn(db, monthAfter(late, 1).getTime() + 5);
  await assertWhole(db);
});

test('the newest earnings of a member are read from the newest months only', async ({ db }) => {
  await addOrder(db);
  for (let nth = 0; nth < 30; nth++) await earn(db, now - nth * 1000);
  await sql`insert into order_log select 'old' || n, 'CP1', 'mei', 'rent', '', ${new Date(now)}::timestamptz + n * interval '1 day', 1, 1
    from generate_series(1, 110) as n`.execute(db.run);
  await sql`analyze order_log`.execute(db.run);
  await db.tx(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain (analyze, costs off) select * from order_log where member = 'mei' order by at desc, id desc limit 21`.execute(
      tx,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.match(plan, /order_log_first.*never executed/);
    assert.not.match(plan, /Merge Append/);
  });
});

test.run();
