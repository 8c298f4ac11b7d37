import { sql } from 'kysely';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { upkeep } from '../../src/server/jobs/housekeeping';
import { engine } from './support/database';
import { addMember } from './support/member';
import { openGateway } from './support/open';

test('the embedded database knows how many rows its tables have, as PostgreSQL finds out by itself', async () => {
  const gateway = await openGateway();
  const { db } = gateway;
  await addMember(gateway);
  const known = async () => {
    const { rows } = await sql<{ rows: number }>`
      select reltuples as rows from pg_class where oid = 'member'::regclass`.execute(db.run);
    return Number(rows[0]?.rows);
  };
  const before = await known();
  await upkeep.run(db, Date.now(), new AbortController().signal);
  const { count } = await db.run
    .selectFrom('member')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  assert.is(await known(), engine === 'pg' ? before : Number(count));
  assert.ok(Number(count) > 0);
  await gateway.close();
});

test('a member who reads while the embedded database looks after its tables does not wait for all of them', async () => {
  if (engine === 'pg') return; // it does so by itself
  const gateway = await openGateway();
  const { db } = gateway;
  const unknown = async () => {
    const { rows } = await sql<{ name: string }>`
      select oid::regclass::text as name from pg_class where relkind in ('r', 'm', 'p') and reltuples < 0`.execute(
      db.run,
    );
    return rows.map(({ name }) => name);
  };
  await sql`create table archived (id text)`.execute(db.run);
  await sql`create table "Must be quoted" (id text)`.execute(db.run);
  const before = await unknown();
  for (const name of ['archived', '"Must be quoted"', 'order_log', 'member'])
    assert.ok(before.includes(name), name);
  const ended: string[] = [];
  const upkeeping = upkeep.run(db, Date.now(), new AbortController().signal).then(() => ended.push('upkeep'));
  await sql`drop table archived`.execute(db.run);
  for (let reads = 0; reads < 10; reads++) await db.run.selectFrom('member').select('id').execute();
  ended.push('member');
  await upkeeping;
  assert.equal(ended, ['member', 'upkeep']);
  assert.equal(await unknown(), []);
  await gateway.close();
});

test.run();
