import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as circle from '../../src/contract/video/circle';
import { migrate } from '../../src/server/db/migrate';
import { openPostgres } from '../../src/server/db/postgres';
import { byShard } from '../../src/server/db/shards';
import { audit } from '../../src/server/ledger/audit';
import { foreignKeysOf, keysOf, type Lying, tablesOf, triggersOf } from '../../src/server/nodes/catalog';
import { foreignKeyAgain, movingOf, spreadForeignKey } from '../../src/server/nodes/changes';
import { constraintsAmiss, misplaced } from '../../src/server/nodes/differences';
import {
  bringBack,
  isWhole,
  planSpread,
  reasonsAgainstBack,
  spread,
  verifySpread,
} from '../../src/server/nodes/spread';
import { migrations } from '../../src/server/schema/migrations';
import { seed } from '../../src/server/seed/seed';
import { startNodes } from '../../tools/citus/citus.mjs';
import { addressOf, engine, isSpread } from './support/database';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { give, held } from './support/shop';

const key = (table: string, column: string, to: string, toColumn: string) => ({
  table,
  name: 'key',
  columns: [column],
  to,
  toColumns: [toColumn],
  definition: `FOREIGN KEY (${column}) REFERENCES ${to}(${toColumn}) ON DELETE CASCADE`,
});

test('a reference to a row of the same member names the member; one to a row of another node is dropped', () => {
  assert.is(
    spreadForeignKey(key('purchase_line', 'order_no', 'purchase', 'order_no')),
    'FOREIGN KEY ("member", order_no) REFERENCES purchase("member", order_no) ON DELETE CASCADE',
  );
  const kept = key('conversation_message', 'member', 'conversation', 'member');
  assert.is(spreadForeignKey(kept), kept.definition);
  const everywhere = key('purchase_line', 'product', 'product', 'id');
  assert.is(spreadForeignKey(everywhere), everywhere.definition);
  const undivided = key('product_stock', 'product', 'product', 'id');
  assert.is(spreadForeignKey(undivided), undivided.definition);
  const here = key('circle_like', 'post', 'circle_post', 'id');
  assert.is(spreadForeignKey(here), here.definition);
  const apart = key('circle_like', 'member', 'member', 'id');
  assert.is(spreadForeignKey(apart), undefined);
  assert.equal(
    [here, apart].map(foreignKeyAgain).map((changes) => changes.map(({ statement }) => statement)),
    [[`alter table "circle_like" add constraint "key" ${here.definition}`], []],
  );
  assert.is(spreadForeignKey(key('session', 'member', 'device_order', 'member')), undefined);
});

test('tables move that lie on the first node and are declared to lie elsewhere', () => {
  const local = { how: 'local', column: null, colocation: 0 } as const;
  const there = { how: 'distributed', column: 'member', colocation: 1 } as const;
  const lying = new Map<string, Lying>([
    ['machine', local],
    ['payout_account', there],
  ]);
  const tables = ['address', 'coupon_left', 'machine', 'payout_account', 'product', 'product_stock'];
  assert.equal(movingOf([...tables, 'circle_like', 'stray'], lying), [
    { table: 'address', place: { column: 'member', family: 'member' } },
    { table: 'coupon_left', place: { column: 'code', family: 'key' } },
    { table: 'machine', place: { column: 'member', family: 'member' } },
    { table: 'product', place: 'everywhere' },
    { table: 'product_stock', place: { column: 'product', family: 'undivided' } },
  ]);
});

test('an operator reads which tables lie elsewhere than declared, or not with the others of members', () => {
  const by = (column: string | null, colocation: number) =>
    ({ how: 'distributed', column, colocation }) as const;
  const everywhere = { how: 'reference', column: null, colocation: 9 } as const;
  const lying = new Map<string, Lying>([
    ['address', by('member', 1)],
    ['machine', by('member', 1)],
    ['product', everywhere],
  ]);
  const found = (...more: [table: string, lies?: Lying][]) => {
    const now = new Map(lying);
    for (const [table, lies] of more) lies ? now.set(table, lies) : now.delete(table);
    return misplaced(['address', 'machine', 'payout_account', 'product', 'circle_like'], now);
  };
  const whole = ['payout_account', by('member', 1)] as const satisfies [string, Lying];
  assert.equal(found([...whole]), []);
  assert.equal(found(['payout_account', by('member', 2)]), [
    'The table payout_account is not divided as the others by member.',
  ]);
  assert.equal(found([...whole], ['machine', by('id', 1)]), ['The table machine is not divided by member.']);
  assert.equal(found([...whole], ['address']), ['The table address is not divided by member.']);
  assert.equal(found([...whole], ['product']), ['The table product is not on every node.']);
  assert.equal(found([...whole], ['circle_like', everywhere]), [
    'The table circle_like is on other nodes, and not on the first alone.',
  ]);
  assert.equal(misplaced(['stray'], lying), ['The table stray has no declared place.']);
});

test('an operator reads which keys are not as the changes left them', () => {
  const dropped = { what: 'foreign key', table: 'a', name: 'a_b', now: null } as const;
  const changed = { what: 'key', table: 'a', name: 'a_pkey', now: 'PRIMARY KEY ("member", id)' } as const;
  const moved = { what: 'place', table: 'a', name: 'a', now: 'by member' } as const;
  const amiss = (there: Record<string, string>) =>
    constraintsAmiss([dropped, changed, moved], new Map(Object.entries(there)));
  const whole = { 'The key a_pkey of a': 'PRIMARY KEY (member,  id)' };
  assert.equal(amiss(whole), []);
  assert.equal(amiss({ ...whole, 'The foreign key a_b of a': 'FOREIGN KEY (b) REFERENCES b(id)' }), [
    'The foreign key a_b of a is there again.',
  ]);
  const after = 'and not PRIMARY KEY ("member", id).';
  assert.equal(amiss({}), [`The key a_pkey of a is gone, ${after}`]);
  const before = { 'The key a_pkey of a': 'PRIMARY KEY (id)' };
  assert.equal(amiss(before), [`The key a_pkey of a is PRIMARY KEY (id), ${after}`]);
});

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it went through',
    (error: Error) => error.message,
  );

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

if (engine === 'pg' && !isSpread)
  test('a database without Citus is left as it is, and what it lacks is named', async () => {
    await connected(addressOf('postgres'), async (client) => {
      assert.match(await refusal(planSpread(client, 4)), 'has no Citus');
      assert.match(await refusal(spread(client, 4)), 'has no Citus');
      assert.match((await verifySpread(client)).join(), 'has no Citus');
      assert.is(await bringBack(client), 0);
    });
  });

/** Everything that spreading may change, to be compared. */
const shapeOf = async (client: pg.Client) => ({
  keys: await keysOf(client),
  foreignKeys: await foreignKeysOf(client),
  triggers: await triggersOf(client),
  tables: await tablesOf(client),
});

async function rowsOf(client: pg.Client) {
  const counts: Record<string, number> = {};
  for (const table of await tablesOf(client)) {
    if (table === 'spread_change') continue;
    const { rows } = await client.query(`select count(*)::int as n from "${table}"`);
    counts[table] = rows[0].n;
  }
  return counts;
}

/** Runs `work`, which ends after so many changes as if its process had been killed. */
const interrupted = (after: number, work: (say: () => void) => Promise<unknown>) =>
  refusal(
    work(() => {
      if (after-- <= 0) throw new Error('killed');
    }),
  );

/** A member posts, likes and reads the feed. */
async function readsTheFeed(gateway: TestGateway, member: string): Promise<void> {
  const as = await gateway.signIn(member);
  const posted = { text: 'Hello #nodes', requestKey: randomUUID() };
  const { id } = (await gateway.send(circle.addPost, posted, as)).body;
  await gateway.send(circle.likePost, { id, liked: true }, as);
  for (const asked of [{}, { tag: 'nodes' }, { scope: 'mine' as const }]) {
    const { items } = (await gateway.send(circle.listPosts, asked, as)).body;
    assert.is(items.find((one: circle.Post) => one.id === id)?.likes, 1, JSON.stringify(asked));
  }
}

if (isSpread)
  test('members lie on two nodes after one command that was interrupted, and come back from there', async () => {
    const { url, stop } = await startNodes(2);
    const db = await openPostgres(url, () => {});
    await migrate(db, migrations);
    const gateway = await openGateway({ database: db });
    await seed(db, gateway.settings);
    await connected(url, async (client) => {
      const before = [await shapeOf(client), await rowsOf(client)];

      await client.query('create table stray (id text)');
      const posting = `(select transfer from posting limit 1)`;
      await client.query(`update transfer set home = 'elsewhere' where id = ${posting}`);
      const reasons = await refusal(spread(client, 4));
      assert.match(reasons, 'The table stray has no declared place');
      assert.match(reasons, 'rows of posting have another home than their row of transfer');
      await client.query('drop table stray');
      await client.query(
        `update transfer set home = (select home from posting where transfer = id limit 1) where home = 'elsewhere'`,
      );

      for (const after of [10, 140, 200])
        assert.is(await interrupted(after, (say) => spread(client, 4, say)), 'killed');
      assert.match((await verifySpread(client)).join(), 'changes are still to come');
      assert.ok(await spread(client, 4));
      assert.equal(await verifySpread(client), []);
      assert.is(await spread(client, 4), 0);
      assert.equal(await rowsOf(client), before[1]);
      const partsOf = async (table: string) => {
        const { rows } = await client.query(
          `select count(*)::int as n from citus_shards where table_name = $1::regclass group by nodeport`,
          [table],
        );
        return rows.map(({ n }) => n);
      };
      assert.equal(
        [await partsOf('purchase'), await partsOf('coupon_left'), await partsOf('product_stock')],
        [[2, 2], [2, 2], [1]],
      );

      // a gateway works there, and a key that somebody changed by hand is noticed
      const { id } = await addMember(gateway);
      await give(gateway, id, 'balance', 5_00);
      assert.is(await held(gateway, id), 5_00);
      await readsTheFeed(gateway, id);
      const members = Array.from({ length: 40 }, (_, nth) => `m${nth}`);
      const shards = await byShard(db.run, members, (member) => member);
      assert.is(shards.length, 4);
      for (const group of shards)
        await client.query('select id from account where home = any($1) for update', [group]);
      // as a database that was spread before the gateway asked for shards
      await client.query(
        `create or replace function shard_of(home text) returns bigint language sql stable as 'select 0::bigint'`,
      );
      assert.match((await verifySpread(client)).join(), 'shard_of does not say in which shard');
      assert.is(await spread(client, 4), 1);
      assert.equal(await verifySpread(client), []);
      await client.query('alter table purchase_line drop constraint purchase_line_order_no_fkey');
      assert.match(
        (await verifySpread(client)).join(),
        'purchase_line_order_no_fkey of purchase_line is gone',
      );
      await client.query(
        'alter table purchase_line add constraint purchase_line_order_no_fkey foreign key (member, order_no) references purchase (member, order_no)',
      );

      assert.is(await interrupted(150, (say) => bringBack(client, say)), 'killed');
      assert.is(await isWhole(client), false);
      assert.ok(await spread(client, 4)); // or on again from there
      assert.equal(await verifySpread(client), []);
      assert.is(await isWhole(client), true);
      assert.equal(await reasonsAgainstBack(client), []);
      const { rows: orders } = await client.query('select * from purchase limit 1');
      const columns = Object.keys(orders[0]).filter((name) => name !== 'member');
      const others = columns.map((name) => `"${name}"`).join(', ');
      await client.query(
        `insert into purchase (member, ${others}) select 'somebody else', ${others} from purchase limit 1`,
      );
      assert.match(
        (await reasonsAgainstBack(client)).join(),
        'Several members have the same "order_no" in purchase',
      );
      await client.query(`delete from purchase where member = 'somebody else'`);
      assert.is(await interrupted(150, (say) => bringBack(client, say)), 'killed');
      assert.ok(await bringBack(client));
      assert.equal(await shapeOf(client), before[0]);
      assert.is((await byShard(db.run, members, (member) => member)).length, 1);
      assert.is(await held(gateway, id), 5_00);
    });
    assert.equal(await audit(db.run), {});
    await gateway.close();
    await db.close();
    await stop();
  });

test.run();
