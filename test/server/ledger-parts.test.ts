import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Db } from '../../src/server/db/database';
import { byShard } from '../../src/server/db/shards';
import { between, memberAccount, partOf, systemAccount } from '../../src/server/ledger/accounts';
import { audit } from '../../src/server/ledger/audit';
import { type Movement, postMovement } from '../../src/server/ledger/post';
import { postMovements } from '../../src/server/ledger/post-many';
import { engine, isSpread, openTestDb } from './support/database';
import { postBefore } from './support/post-before';

const test = suite<{ db: Db }>('ledger-parts');
test.before.each(async (context) => {
  context.db = await openTestDb();
});
test.after.each(async ({ db }) => {
  assert.equal(await audit(db.run), {}, 'the books are in order');
  await db.close();
});

const now = Date.UTC(2026, 0, 1);
const rent = systemAccount('rent', 'CNY');
const given = (member: string, amount: number, ref = 'test'): Movement => ({
  kind: 'rent',
  asset: 'CNY',
  memo: '2026-01-01',
  ref,
  entries: [
    [memberAccount(member, 'balance'), amount],
    [rent, -amount],
  ],
});
const rowsOf = (db: Db) =>
  db.run.selectFrom('account').selectAll().where('member', 'is', null).orderBy('id').execute();

test('every gateway puts a member into the same part: by the published values of FNV-1a', () => {
  const all = 2 ** 32;
  assert.equal(
    ['', 'a', 'foobar'].map((owner) => partOf(owner, all)),
    [0x811c9dc5, 0xe40c292c, 0xbf9cf968],
  );
  assert.is(partOf('foobar', 7), 0xbf9cf968 % 7);
});

test('two members whose movements use the same system account do not wait for each other', async ({ db }) => {
  if (engine === 'pglite') return; // one connection: the second caller waits for it
  let end = () => {};
  const mayEnd = new Promise<void>((settle) => {
    end = settle;
  });
  let first: Promise<void> | undefined;
  await new Promise<void>((posted) => {
    first = db.tx(async (tx) => {
      await postMovement(tx, given('mei', 5), now);
      posted();
      await mayEnd;
    });
  });
  // it would wait for five seconds for a lock, and fail
  await db.tx((tx) => postMovement(tx, given('lee', 7), now));
  await db.tx((tx) => postMovements(tx, [given('lee', 1), given('lee', 2)], now));
  end();
  await first;
  assert.equal(
    (await rowsOf(db)).map(({ balance, kind }) => [kind, balance]).sort(),
    [
      ['rent', -10],
      ['rent', -5],
    ].sort(),
  );
});

/** Posts movements of many members in one transaction, as rents are posted: those of one shard together. */
const postAll = (db: Db, movements: readonly Movement[]) =>
  db.tx(async (tx) => {
    for (const group of await byShard(tx, movements, (one) => one.entries[0]?.[0].member ?? ''))
      await postMovements(tx, group, now);
  });

// a version that does not name homes cannot use a database that is spread
if (!isSpread)
  test('movements of the previous version, in rows of several members, count with those in rows of one', async ({
    db,
  }) => {
    await db.tx((tx) => postMovement(tx, given('mei', 5), now));
    await postBefore(db, {
      id: 'old',
      kind: 'rent',
      entries: [
        [memberAccount('mei', 'balance').id, 3],
        [`${rent.id}:7`, -3],
      ],
    });
    await db.tx((tx) => postMovement(tx, given('mei', 2), now));
    const rows = await rowsOf(db);
    assert.is(rows.length, 2);
    assert.is(
      rows.reduce((sum, { balance }) => sum + balance, 0),
      -10,
    );
    const homes = await db.run.selectFrom('transfer').select(['id', 'home', 'counterpart']).execute();
    assert.equal(
      homes.map(({ home, counterpart }) => [home, counterpart]),
      [1, 2, 3].map(() => ['mei', null]),
    );
  });

if (!isSpread)
  test('a movement of the previous version between two accounts of the platform is in order', async ({
    db,
  }) => {
    await postBefore(db, {
      id: 'old',
      kind: 'rent',
      entries: [
        [systemAccount('sales', 'CNY').id, 3],
        [`${rent.id}:7`, -3],
      ],
    });
    const { home } = await db.run.selectFrom('transfer').selectAll().executeTakeFirstOrThrow();
    assert.is(home, 'platform');
  });

if (!isSpread)
  test('of a movement between two members in the previous version, each is the other’s counterpart', async ({
    db,
  }) => {
    await postBefore(db, {
      id: 'old',
      kind: 'promotion',
      entries: [
        [memberAccount('mei', 'balance').id, 3],
        [`${rent.id}:7`, -3],
      ],
    });
    await postBefore(db, {
      id: 'gift',
      kind: 'promotion',
      entries: [
        [memberAccount('mei', 'balance').id, -3],
        [memberAccount('lee', 'balance').id, 3],
      ],
    });
    const { home, counterpart } = await db.run
      .selectFrom('transfer')
      .selectAll()
      .where('id', '=', 'gift')
      .executeTakeFirstOrThrow();
    assert.equal([home, counterpart], ['mei', 'lee']);
  });

test('a movement between two members is a transfer of each, and every home adds up by itself', async ({
  db,
}) => {
  await db.tx((tx) => postMovement(tx, given('mei', 9), now));
  const gift: Movement = {
    kind: 'gift',
    asset: 'CNY',
    memo: '',
    ref: 'gift',
    entries: [
      [memberAccount('mei', 'balance'), -4],
      [memberAccount('lee', 'balance'), 4],
    ],
  };
  const id = await db.tx((tx) => postMovement(tx, gift, now));
  await db.tx((tx) => postMovements(tx, [given('lee', 1)], now));
  const transfers = await db.run
    .selectFrom('transfer')
    .select(['id', 'home', 'counterpart'])
    .where('ref', '=', 'gift')
    .orderBy('home')
    .execute();
  assert.equal(
    transfers.map(({ home, counterpart }) => [home, counterpart]),
    [
      ['lee', 'mei'],
      ['mei', 'lee'],
    ],
  );
  assert.is(transfers[1]?.id, id, 'the one of the member who gives');
  const { rows } = await sql<{ home: string; sum: number }>`
    select home, sum(balance)::int as sum from account group by home order by home`.execute(db.run);
  assert.equal(rows, [
    { home: 'lee', sum: 0 },
    { home: 'mei', sum: 0 },
  ]);
  const passed = await db.run
    .selectFrom('account')
    .select('balance')
    .where('kind', '=', between('CNY').kind)
    .orderBy('home')
    .execute();
  assert.equal(
    passed.map(({ balance }) => balance),
    [-4, 4],
  );
});

test('a movement that is for no member is not posted', async ({ db }) => {
  const entries = [
    [rent, 1],
    [systemAccount('sales', 'CNY'), -1],
  ] as const;
  const movement: Movement = { kind: 'x', asset: 'CNY', memo: '', ref: 'x', entries };
  const refused = await db.tx((tx) => postMovement(tx, movement, now)).catch((error) => error.message);
  assert.match(refused, /is for a member/);
  await db.tx((tx) => postMovement(tx, { ...movement, owner: 'mei' }, now));
  assert.equal(
    (await rowsOf(db)).map(({ home }) => home),
    ['mei', 'mei'],
  );
});

test('many movements at once leave the rows that they leave one after the other', async ({ db }) => {
  const movements = Array.from({ length: 40 }, (_, nth) => given(`m${nth % 7}`, nth + 1, `order${nth}`));
  const other = await openTestDb();
  await db.tx((tx) => postMovement(tx, given('m3', 100), now));
  await other.tx((tx) => postMovement(tx, given('m3', 100), now));
  await postAll(db, movements);
  await other.tx(async (tx) => {
    for (const movement of movements) await postMovement(tx, movement, now);
  });
  const written = async (of: Db) => ({
    accounts: await of.run.selectFrom('account').selectAll().orderBy('id').execute(),
    postings: await of.run
      .selectFrom('posting as p')
      .innerJoin('transfer as t', (join) =>
        join.onRef('t.id', '=', 'p.transfer').onRef('t.home', '=', 'p.home'),
      )
      .select(['t.kind', 't.asset', 't.memo', 't.ref', 't.rule', 't.at'])
      .select(['p.account', 'p.amount', 'p.balance_after', 'p.seq'])
      .orderBy('p.account')
      .orderBy('p.seq')
      .execute(),
  });
  assert.equal(await written(db), await written(other));
  await other.close();
});

test('many movements at once take nothing from a member', async ({ db }) => {
  const refused = await db
    .tx((tx) => postMovements(tx, [given('mei', 5), given('lee', -5)], now))
    .then(
      () => '',
      (error) => error.message,
    );
  assert.match(refused, /is credited only/);
  assert.equal(await rowsOf(db), [], 'nothing was written');
});

test('batches that move the same accounts in any order, side by side, all go through', async ({ db }) => {
  const members = Array.from({ length: 12 }, (_, nth) => `m${nth}`);
  await Promise.all(
    Array.from({ length: 24 }, (_, nth) =>
      postAll(
        db,
        (nth % 2 ? members : [...members].reverse()).map((one) => given(one, 1)),
      ),
    ),
  );
  const held = await db.run.selectFrom('account').select('balance').where('member', 'is not', null).execute();
  assert.equal(
    held.map(({ balance }) => balance),
    members.map(() => 24),
  );
});

test.run();
