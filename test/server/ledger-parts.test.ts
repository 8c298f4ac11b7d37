import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Db } from '../../src/server/db/database';
import { memberAccount, partOf, systemAccount, systemParts } from '../../src/server/ledger/accounts';
import { audit } from '../../src/server/ledger/audit';
import { type Movement, postMovement } from '../../src/server/ledger/post';
import { postMovements } from '../../src/server/ledger/post-many';
import { engine, openTestDb } from './support/database';

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
const part = (member: string) => partOf(member, systemParts);
/** Members of whom no two share a row of a system account. */
const apart = Array.from({ length: 200 }, (_, nth) => `member${nth}`).filter(
  (one, at, all) => all.findIndex((other) => part(other) === part(one)) === at,
);
const rowsOf = (db: Db) =>
  db.run.selectFrom('account').selectAll().where('member', 'is', null).orderBy('id').execute();

test('two members whose movements use the same system account do not wait for each other', async ({ db }) => {
  if (engine === 'pglite') return; // one connection: the second caller waits for it
  const [mei, lee] = apart as [string, string];
  let end = () => {};
  const mayEnd = new Promise<void>((settle) => {
    end = settle;
  });
  let first: Promise<void> | undefined;
  await new Promise<void>((posted) => {
    first = db.tx(async (tx) => {
      await postMovement(tx, given(mei, 5), now);
      posted();
      await mayEnd;
    });
  });
  // it would wait for five seconds for a lock, and fail
  await db.tx((tx) => postMovement(tx, given(lee, 7), now));
  await db.tx((tx) => postMovements(tx, [given(lee, 1), given(lee, 2)], now));
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

test('members are spread over all rows of a system account', () => {
  const used = new Map<number, number>();
  for (let nth = 0; nth < 32_000; nth++) used.set(part(`m${nth}`), (used.get(part(`m${nth}`)) ?? 0) + 1);
  assert.is(used.size, systemParts);
  assert.ok(Math.max(...used.values()) < 1500, `${Math.max(...used.values())} in one, of 1,000 on average`);
});

test('an amount that the previous version posts to the whole account counts with its rows', async ({
  db,
}) => {
  await db.tx((tx) => postMovement(tx, given('mei', 5), now));
  await db.run.transaction().execute(async (tx) => {
    await tx
      .insertInto('transfer')
      .values({ id: 'old', kind: 'rent', asset: 'CNY', memo: '', ref: '', at: new Date(now) })
      .execute();
    await tx
      .insertInto('account')
      .values({ ...rent, balance: -3, moves: 1 })
      .execute();
    await tx
      .updateTable('account')
      .set({ balance: 8, moves: 2 })
      .where('id', '=', memberAccount('mei', 'balance').id)
      .execute();
    await tx
      .insertInto('posting')
      .values([
        { transfer: 'old', account: memberAccount('mei', 'balance').id, amount: 3, balance_after: 8, seq: 2 },
        { transfer: 'old', account: rent.id, amount: -3, balance_after: -3, seq: 1 },
      ])
      .execute();
  });
  await db.tx((tx) => postMovement(tx, given('mei', 2), now));
  const rows = await rowsOf(db);
  assert.is(rows.length, 2);
  assert.is(
    rows.reduce((sum, { balance }) => sum + balance, 0),
    -10,
  );
});

test('many movements at once leave the rows that they leave one after the other', async ({ db }) => {
  const movements = Array.from({ length: 40 }, (_, nth) => given(`m${nth % 7}`, nth + 1, `order${nth}`));
  const other = await openTestDb();
  await db.tx((tx) => postMovement(tx, given('m3', 100), now));
  await other.tx((tx) => postMovement(tx, given('m3', 100), now));
  await db.tx((tx) => postMovements(tx, movements, now));
  await other.tx(async (tx) => {
    for (const movement of movements) await postMovement(tx, movement, now);
  });
  const written = async (of: Db) => ({
    accounts: await of.run.selectFrom('account').selectAll().orderBy('id').execute(),
    postings: await of.run
      .selectFrom('posting as p')
      .innerJoin('transfer as t', 't.id', 'p.transfer')
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
      db.tx((tx) =>
        postMovements(
          tx,
          (nth % 2 ? members : [...members].reverse()).map((one) => given(one, 1)),
          now,
        ),
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
