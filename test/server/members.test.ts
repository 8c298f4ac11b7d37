import { sql } from 'kysely';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { migrate } from '../../src/server/db/migrate';
import { migrations } from '../../src/server/schema/migrations';
import { places } from '../../src/server/schema/places';
import { isSpread, openEmptyDb, openTestDb } from './support/database';
import { findingsIn } from './support/members/findings';
import { addRows } from './support/rows';

const columns = new Map([
  ['purchase', 'member'],
  ['purchase_line', 'member'],
  ['circle_post', 'author'],
]);
const found = (text: string) => findingsIn(text, columns).join(', ');

test('a statement that names its member needs one node, however it does', () => {
  for (const text of [
    'select * from purchase where member = $1',
    'select "p"."at" from "purchase" as "p" where "p"."order_no" = $1 and "p"."member" = $2 for update',
    'select * from purchase where (member = $1 and order_no = $2) order by at limit 3',
    'select * from purchase p join purchase_line l on l.order_no = p.order_no and l.member = p.member where p.member = $1',
    'select * from member m join purchase p on p.member = m.id where m.id = $1',
    'select 1 from product where exists (select 1 from purchase where member = $1)',
    'select * from purchase p where p.member = $1 and exists (select 1 from purchase_line l where l.member = p.member)',
    'select * from purchase where member = any($1::text[])',
    'select * from purchase where member in ($1, $2) or member = $3 and true'.replace(/ or .*/, ''),
    'insert into purchase (order_no, member) values ($1, $2) on conflict (member, order_no) do update set at = excluded.at',
    'update purchase set at = $1 where member = $2 and order_no = $3 returning order_no',
    'delete from purchase_line where member = $1',
    'with p as (select member, order_no from purchase where member = $1) select * from purchase_line l join p on p.member = l.member',
    'select * from (select member as m from purchase) p where p.m = $1',
    'select * from purchase p, unnest($1::text[]) as given (member) where p.member = given.member',
    "select 'from purchase' from product -- of purchase",
  ])
    assert.is(found(text), '', text);
});

test('a statement about all members is noticed, and one that joins the rows of different members', () => {
  assert.is(found('select * from purchase where order_no = $1'), 'all purchase');
  assert.is(found('select * from purchase where member = $1 or order_no = $2'), 'all purchase');
  assert.is(found('select * from purchase where not (member = $1)'), 'all purchase');
  assert.is(found('select * from purchase where member <> $1'), 'all purchase');
  assert.is(found('select * from circle_post where member = $1'), 'all circle_post');
  assert.is(found('update purchase set at = now() where order_no = $1'), 'all purchase');
  assert.is(
    found('select * from purchase p join purchase_line l on l.order_no = p.order_no where p.member = $1'),
    'apart purchase_line',
  );
  assert.is(
    found('select * from purchase p join purchase_line l on l.order_no = p.order_no and l.member = p.member'),
    'all purchase, all purchase_line',
  );
  assert.is(
    found(
      'select * from purchase p where member = $1 and order_no in (select order_no from purchase_line l where l.product = p.product)',
    ),
    'apart purchase_line',
  );
  assert.is(found('select 1 from product where exists (select 1 from purchase)'), 'all purchase');
});

test('a lock, a new row and a conflict need the member, and a row stays with its member', () => {
  assert.is(found('select * from purchase where order_no = $1 for update'), 'all purchase, lock purchase');
  assert.is(found('insert into purchase (order_no) values ($1)'), 'insert purchase');
  assert.is(
    found('insert into purchase (order_no, member) values ($1, $2) on conflict (order_no) do nothing'),
    'conflict purchase',
  );
  assert.is(found('update purchase set member = $1 where member = $2'), 'move purchase');
});

test('each table says where its rows lie, by a column that every row has', async () => {
  const db = await openTestDb();
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.table_name not in (select relname from pg_class where relispartition) and (c.is_nullable = 'NO' or exists (
      select 1 from pg_constraint k where k.conname = c.table_name || '_has_' || c.column_name and k.convalidated))`.execute(
    db.run,
  );
  await db.close();
  const tables = new Set(rows.map(({ table }) => table));
  // of `migrate`, of spreading the tables, and of earlier versions
  const own = ['schema_lock', 'schema_migration', 'spread_change', 'partner_webhook', 'wechat_js_ticket'];
  assert.equal([...tables].filter((table) => !own.includes(table)).sort(), Object.keys(places).sort());
  const wrong = Object.entries(places).filter(
    ([table, place]) =>
      typeof place === 'object' && !rows.some((one) => one.table === table && one.column === place.column),
  );
  assert.equal(wrong, []);
});

const order = sql`insert into device_order (serial_number, member, name, quantity, ordered_at, daily_rent, rent_left, days_left)
  values ('CP1', 'mei', '', 1, now(), 1, 1, 1)`;
/** A machine as the previous version adds it. */
const machine = (nth: number) =>
  sql`insert into machine (id, serial_number, position, name, online) values (${`CP1-${nth}`}, 'CP1', ${nth}, '', true)`;
const online = (nth: number) =>
  sql`insert into machine_online (machine, since) values (${`CP1-${nth}`}, now())`;

test('rows from before they named a member get it, and so do those of a gateway that does not know it', async () => {
  const db = await openEmptyDb();
  await migrate(
    db,
    migrations.filter(({ id }) => !id.startsWith('devices-member-of-')),
  );
  for (const statement of [order, machine(1), online(1)]) await statement.execute(db.run);
  const done = await migrate(db, migrations);
  assert.ok(done.length && done.every((id) => id.startsWith('devices-member-of-')));
  for (const statement of [machine(2), online(2)]) await statement.execute(db.run);
  const members = async (table: 'machine' | 'machine_online') =>
    (await db.run.selectFrom(table).select('member').execute()).map(({ member }) => member);
  assert.equal(await members('machine'), ['mei', 'mei']);
  assert.equal(await members('machine_online'), ['mei', 'mei']);
  await db.close();
});

test('linked accounts and bound shops of the version before get their tables, and stay in them', async () => {
  const db = await openEmptyDb();
  await migrate(
    db,
    migrations.filter(({ id }) => !/^(accounts-linked|goods-bound-shops)/.test(id)),
  );
  const members = ['mei', 'ann', 'bob', 'eve'];
  await addRows(
    { db },
    'member',
    members.map((id) => ({ id, country: 'intl', examine_state: 1 })),
  );
  const run = (...statements: string[]) => Promise.all(statements.map((one) => sql.raw(one).execute(db.run)));
  const link = (name: string, member: string, linked = `'${name}'`) =>
    `insert into short_video_account (id, member, account, linked, nickname, coins, signed_in, linked_at, updated_at, fetched_until)
     values ('${name}', '${member}', '${name}', ${linked}, '', 0, true, now(), now(), now())`;
  const bind = (number: string, member: string) =>
    `insert into shop (member, name, introduction, number, version, owed, created_at)
     values ('${member}', '', '', ${number}, 1, 0, now())`;
  const held = async () => ({
    names: (await db.run.selectFrom('linked_short_video_account').select('linked').execute())
      .map(({ linked }) => linked)
      .sort(),
    shops: (await db.run.selectFrom('bound_shop').select('number').execute())
      .map(({ number }) => number)
      .sort(),
  });
  await run(link('a', 'mei'), link('b', 'ann'), link('c', 'ann', 'null'));
  await run(bind("'S-1'", 'mei'), bind("'S-2'", 'ann'), bind('null', 'bob'));
  await migrate(db, migrations);
  assert.equal(await held(), { names: ['a', 'b'], shops: ['S-1', 'S-2'] });
  await run(link('d', 'bob'), bind("'S-4'", 'eve'));
  await run("update shop set number = 'S-3' where member = 'bob'");
  await run("update short_video_account set linked = null where id = 'a'");
  await run(
    "update shop set number = null where member = 'mei'",
    "delete from short_video_account where id = 'b'",
  );
  await run("update shop set owed = 1 where member = 'ann'");
  assert.equal(await held(), { names: ['d'], shops: ['S-2', 'S-3', 'S-4'] });
  await db.close();
});

test('money that arrived for a top-up by bank transfer has the member of the transfer', async () => {
  if (isSpread) return; // several nodes have no triggers
  const db = await openTestDb();
  await sql`insert into remittance (id, member, amount, phone, voucher, voucher_hash, state, at)
    values ('r1', 'mei', 5, '', '', '', 'approved', now())`.execute(db.run);
  const receipt = (id: string) =>
    sql`insert into receipt (id, way, amount, used_for, at) values (${id}, 'remittance', 5, 'balance', now())`;
  for (const id of ['remittance:r1', 'remittance:r1/first', 'remittance:gone'])
    await receipt(id).execute(db.run);
  const rows = await db.run.selectFrom('receipt').select('member').orderBy('id').execute();
  assert.equal(
    rows.map(({ member }) => member),
    ['', 'mei', 'mei'],
  );
  await db.close();
});

test.run();
