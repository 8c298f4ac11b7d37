// @rarely: migrations of earlier versions; ledger-parts.test.ts has the homes of movements
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Db } from '../../src/server/db/database';
import { migrate } from '../../src/server/db/migrate';
import { memberAccount, systemAccount } from '../../src/server/ledger/accounts';
import { audit } from '../../src/server/ledger/audit';
import { closeMonth, showPeriod } from '../../src/server/ledger/close-month';
import { migrations as ofLedger } from '../../src/server/ledger/migrations';
import { type Movement, postMovement } from '../../src/server/ledger/post';
import { trialBalance } from '../../src/server/ledger/trial-balance';
import { migrations } from '../../src/server/schema/migrations';
import { engine, openEmptyDb } from './support/database';
import { type Before, postBefore } from './support/post-before';

/** A database in the schema before the postings of a transfer lay in one home. It is never spread: that comes after an upgrade. */
const test = suite<{ db: Db }>('ledger-upgrade');
test.before.each(async (context) => {
  context.db = await openEmptyDb();
  await upgrade(context.db, ({ id }) => !isOfLedger(id));
});
test.after.each(({ db }) => db.close());

const isOfLedger = (id: string) => ofLedger.some((one) => one.id === id);
const upgrade = (db: Db, which: (one: { id: string }) => boolean = () => true) =>
  migrate(db, migrations.filter(which), { between: 20 });
const until = (last: string) => (one: { id: string }) => !isOfLedger(one.id) || one.id <= last;

const january = new Date(Date.UTC(2026, 0, 10));
const balance = (member: string) => memberAccount(member, 'balance').id;
const rent = 'system:rent:CNY';
const rentOf = (id: string, member: string, amount: number, row = `${rent}:7`): Before => ({
  id,
  kind: 'rent',
  entries: [
    [balance(member), amount],
    [row, -amount],
  ],
});
const gift = (id: string, from: string, to: string, amount: number): Before => ({
  id,
  kind: 'promotion',
  entries: [
    [balance(from), -amount],
    [balance(to), amount],
  ],
});
/** Between two accounts of the platform. */
const own = (id: string): Before => ({
  id,
  kind: 'rent',
  entries: [
    ['system:sales:CNY', 3],
    [`${rent}:7`, -3],
  ],
});
const now = (member: string, amount: number): Movement => ({
  kind: 'rent',
  asset: 'CNY',
  memo: '',
  ref: 'now',
  entries: [
    [memberAccount(member, 'balance'), amount],
    [systemAccount('rent', 'CNY'), -amount],
  ],
});

/** Of several members, in rows with and without a number, with gifts in both directions. `round` tells the ids of two calls apart. */
async function postAll(db: Db, round: string) {
  for (const one of [
    rentOf(`a-${round}`, 'mei', 900),
    rentOf(`b-${round}`, 'lee', 200),
    rentOf(`c-${round}`, 'mei', 50, rent),
    rentOf(`d-${round}`, 'ana', 70, `${rent}:3`),
    gift(`e-${round}`, 'mei', 'lee', 40),
    gift(`f-${round}`, 'lee', 'mei', 15),
    gift(`g-${round}`, 'mei', 'ana', 5),
    own(`h-${round}`),
  ])
    await postBefore(db, { ...one, at: january });
  await db.tx((tx) => postMovement(tx, now('mei', 11), january.getTime()));
}

/** Each member's statement, as far as members see it. */
async function statements(db: Db) {
  const { rows } = await sql`
    select p.account, p.seq, p.amount, p.balance_after, t.at, t.kind, t.ref from posting p join transfer t on t.id = p.transfer
    where p.account like 'member:%' order by 1, 2`.execute(db.run);
  return JSON.stringify(rows);
}

/** Refuses a database in which something does not lie where it belongs after an upgrade. */
async function assertTogether(db: Db) {
  assert.equal(await audit(db.run), {});
  const apart = await sql`
    select p.transfer from posting p left join transfer t on t.id = p.transfer and t.home = p.home
    left join account a on a.id = p.account and a.home = p.home where t.id is null or a.id is null
    union all select transfer from posting group by transfer having count(distinct home) > 1`.execute(db.run);
  assert.equal(apart.rows, [], 'every posting lies with its transfer and its account');
  const { rows } = await sql<{ balance: number; moves: number }>`
    select balance, moves from account where home = id`.execute(db.run);
  assert.ok(rows.every(({ balance, moves }) => balance === 0 && moves === 0));
  const wrong = await sql`
    select id from (
      select p.account as id, p.seq, p.balance_after, row_number() over w as n, sum(p.amount) over w as sum
      from posting p window w as (partition by p.account order by p.seq)) s where seq <> n or balance_after <> sum`.execute(
    db.run,
  );
  assert.equal(wrong.rows, [], 'the postings of an account are numbered, and each has the balance after it');
  const homes = await sql<{ sum: number }>`
    select sum(balance)::int as sum from account group by home, asset`.execute(db.run);
  assert.ok(
    homes.rows.every(({ sum }) => sum === 0),
    'every home adds up by itself',
  );
}

const people = { by: 'ada', agreed: 'ben' };
const march = Date.UTC(2026, 2, 1);

test('an upgrade changes no sum, no statement and no hash of a closed month', async ({ db }) => {
  await postAll(db, '1');
  await closeMonth(db, '2026-01', people, march);
  const books = async () => ({
    month: JSON.stringify(await trialBalance(db.run, '2026-01')),
    later: JSON.stringify(await trialBalance(db.run, '2026-02')),
    day: JSON.stringify(await trialBalance(db.run, '2026-01-09')),
    statements: await statements(db),
  });
  const before = await books();
  await upgrade(db);
  assert.equal(await books(), before);
  const shown = await showPeriod(db.run, '2026-01', march);
  assert.is('unchanged' in shown && shown.unchanged, 'yes');
  await assertTogether(db);
});

test('each of the two members of a gift has a transfer in their home', async ({ db }) => {
  await postAll(db, '1');
  await upgrade(db);
  const { rows } = await sql`
    select t.id, t.home, t.counterpart, t.ref, array_agg(p.account || ' ' || p.amount order by p.account) as postings
    from transfer t join posting p on p.transfer = t.id where t.ref in ('e-1', 'h-1') group by 1, 2, 3, 4 order by 1`.execute(
    db.run,
  );
  const passed = 'system:between-earlier:CNY';
  assert.equal(rows, [
    {
      id: 'e-1',
      home: 'mei',
      counterpart: 'lee',
      ref: 'e-1',
      postings: ['member:mei:balance -40', `${passed}@mei 40`],
    },
    {
      id: 'e-1/lee',
      home: 'lee',
      counterpart: 'mei',
      ref: 'e-1',
      postings: ['member:lee:balance 40', `${passed}@lee -40`],
    },
    {
      id: 'h-1',
      home: 'platform',
      counterpart: null,
      ref: 'h-1',
      postings: [`${rent}@platform -3`, 'system:sales:CNY@platform 3'],
    },
  ]);
});

test('gateways of an earlier version post before each step of the upgrade, and after it', async ({ db }) => {
  for (const { id } of ofLedger) {
    await postAll(db, id);
    await upgrade(db, until(id));
  }
  await postAll(db, 'after');
  await assertTogether(db);
  const [members, , rents, sales] = await trialBalance(db.run, '2026-01');
  const times = ofLedger.length + 1;
  assert.equal(
    [members, rents, sales].map((one) => [one?.account, one?.closing]),
    [
      ['members:balance', times * (900 + 200 + 50 + 70 + 11)],
      ['system:rent', -times * (900 + 200 + 50 + 70 + 11 + 3)],
      ['system:sales', times * 3],
    ],
  );
});

test('a half-done upgrade goes on where it ended', async ({ db }) => {
  await postAll(db, '1');
  const before = [await trialBalance(db.run, '2026-01'), await statements(db)];
  await upgrade(db, until('ledger-1-together'));
  // a gateway that died after the first batch of each step
  const [, gifts, , rows] = ofLedger as { sql: string }[];
  const half = gifts?.sql.replace(/\$1/g, "''").replace(/\$2/g, "'e-1'") ?? '';
  await sql.raw(half).execute(db.run);
  await sql.raw(rows?.sql ?? '').execute(db.run);
  await upgrade(db);
  assert.equal([await trialBalance(db.run, '2026-01'), await statements(db)], before);
  await assertTogether(db);
  assert.equal(await upgrade(db), []);
});

test('a row with thousands of postings is moved in several batches, all of it', async ({ db }) => {
  const n = 4100;
  await postAll(db, '1');
  await sql`
    insert into transfer (id, home, kind, asset, memo, ref, at)
    select 't' || i, 'm' || i % 7, 'rent', 'CNY', '', 't' || i, ${january}::timestamptz + i * interval '1 s' from generate_series(1, ${n}::int) i`.execute(
    db.run,
  );
  await sql`
    insert into account (id, member, home, kind, asset, balance, floor, moves)
    select 'member:m' || k || ':balance', 'm' || k, 'm' || k, 'balance', 'CNY', count(*), 0, count(*)
    from (select i % 7 as k from generate_series(1, ${n}::int) i) s group by k`.execute(db.run);
  await sql`
    with before as (select balance, moves from account where id = ${`${rent}:7`})
    insert into posting (home, transfer, account, amount, balance_after, seq)
    select 'm' || i % 7, 't' || i, 'member:m' || i % 7 || ':balance', 1, (i + 6) / 7, (i + 6) / 7 from generate_series(1, ${n}::int) i
    union all
    select ${`${rent}:7`}, 't' || i, ${`${rent}:7`}, -1, balance - i, moves + i from before, generate_series(1, ${n}::int) i`.execute(
    db.run,
  );
  await sql`update account set balance = balance - ${n}, moves = moves + ${n} where id = ${`${rent}:7`}`.execute(
    db.run,
  );
  const before = [await trialBalance(db.run, '2026-01'), await statements(db)];
  await upgrade(db);
  assert.equal([await trialBalance(db.run, '2026-01'), await statements(db)], before);
  await assertTogether(db);
});

// the embedded database has one connection
if (engine === 'pg')
  test('gateways of both versions post while the upgrade runs', async ({ db }) => {
    for (let n = 0; n < 30; n++) await postAll(db, `${n}`);
    let isDone = false;
    let times = 0;
    const others = [1, 2, 3].map(async (nth) => {
      for (let n = 0; !isDone; n++, times++) await postAll(db, `${nth}-${n}`);
    });
    await upgrade(db);
    const meanwhile = times;
    isDone = true;
    await Promise.all(others);
    assert.ok(meanwhile > 0);
    await assertTogether(db);
    const [members] = await trialBalance(db.run, '2026-01');
    assert.is(members?.closing, (30 + times) * (900 + 200 + 50 + 70 + 11));
  });

test.run();
