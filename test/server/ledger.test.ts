import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Db } from '../../src/server/db/database';
import { waitAfter } from '../../src/server/db/kysely';
import { DomainError } from '../../src/server/kernel/domain-error';
import { idempotent } from '../../src/server/kernel/idempotency';
import { memberAccount, systemAccount } from '../../src/server/ledger/accounts';
import { audit } from '../../src/server/ledger/audit';
import { balances } from '../../src/server/ledger/balances';
import { type Movement, postMovement } from '../../src/server/ledger/post';
import { openTestDb } from './support/database';
import { random } from './support/random';

const test = suite<{ db: Db }>('ledger');
test.before.each(async (context) => {
  context.db = await openTestDb();
});
test.after.each(({ db }) => db.close());

const now = Date.UTC(2026, 0, 1);
const cash = systemAccount('cash', 'CNY');
const of = (member: string) => memberAccount(member, 'balance');

const move = (entries: Movement['entries'], ref = 'test'): Movement => ({
  kind: 'test',
  asset: 'CNY',
  entries,
  memo: '',
  ref,
});
const give = (db: Db, member: string, amount: number) =>
  db.tx((tx) =>
    postMovement(
      tx,
      move([
        [cash, -amount],
        [of(member), amount],
      ]),
      now,
    ),
  );

const failure = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => {
      throw new Error('it went through');
    },
    (error) => error,
  );

test('money given to a member is in the balance, with a row that gives the reason', async ({ db }) => {
  await give(db, 'mei', 12_345);
  assert.equal(await balances(db.run, 'mei'), {
    balance: 12_345,
    store: 0,
    frozen: 0,
    points: 0,
    cloudBeans: 0,
    promotion: 0,
  });
  const postings = await db.run.selectFrom('posting').selectAll().orderBy('amount').execute();
  assert.equal(
    postings.map(({ amount, balance_after }) => [amount, balance_after]),
    [
      [-12_345, -12_345],
      [12_345, 12_345],
    ],
  );
});

test('a member cannot spend more than the balance, and gets code 210002', async ({ db }) => {
  await give(db, 'mei', 100);
  const error = (await failure(
    db.tx((tx) =>
      postMovement(
        tx,
        move([
          [of('mei'), -101],
          [cash, 101],
        ]),
        now,
      ),
    ),
  )) as DomainError;
  assert.equal([error.key, error.code], ['insufficientBalance', '210002']);
  assert.is((await balances(db.run, 'mei')).balance, 100);
  assert.equal(await audit(db.run), {});
});

test('entries that do not add up, are no whole numbers, or mix assets are a fault of ours', async ({
  db,
}) => {
  const wrong: Movement['entries'][] = [
    [
      [cash, -100],
      [of('mei'), 99],
    ],
    [
      [cash, -0.5],
      [of('mei'), 0.5],
    ],
    [
      [of('mei'), 100],
      [of('mei'), -100],
    ],
    [
      [cash, -100],
      [memberAccount('mei', 'points'), 100],
    ],
  ];
  for (const entries of wrong) {
    const error = await failure(db.tx((tx) => postMovement(tx, move(entries), now)));
    assert.not.instance(error, DomainError);
  }
  assert.is((await db.run.selectFrom('transfer').select('id').execute()).length, 0);
});

test('the database itself keeps a member’s account from going below zero', async ({ db }) => {
  await give(db, 'mei', 100);
  const error = await failure(
    db.run.updateTable('account').set({ balance: -1 }).where('member', '=', 'mei').execute(),
  );
  assert.match(error.message, 'account_floor');
});

test('a transaction that conflicts is tried twelve times, and one that fails otherwise once', async ({
  db,
}) => {
  const tries = async (code: string) => {
    let count = 0;
    const work = async () => {
      count++;
      throw Object.assign(new Error('not now'), { code });
    };
    await failure(db.tx(work));
    return count;
  };
  assert.equal([await tries('40001'), await tries('40P01'), await tries('23505')], [12, 12, 1]);
});

test('a transaction that conflicts waits about twice as long each time, and never half a second', () => {
  for (let tries = 1; tries <= 12; tries++) {
    const usual = Math.min(250, 2 ** tries);
    const waits = Array.from({ length: 200 }, () => waitAfter(tries));
    const [least, most] = [Math.min(...waits), Math.max(...waits)];
    assert.ok(least >= usual / 2 && most <= usual * 1.5, `${tries}: ${least} … ${most}`);
    assert.ok(most - least > usual / 2, 'those that conflict wait differently long');
  }
});

test('money that moves without a row that says why is found', async ({ db }) => {
  await give(db, 'mei', 100);
  await sql`update account set balance = balance + 1 where member = 'mei'`.execute(db.run);
  const broken = await audit(db.run);
  assert.equal(Object.keys(broken).sort(), ['accountsThatDriftedFromTheirPostings', 'assetsThatDoNotAddUp']);
  assert.equal(broken.accountsThatDriftedFromTheirPostings, ['member:mei:balance']);
});

test('the outer database cannot be used inside a transaction, and can afterwards', async ({ db }) => {
  const error = await failure(db.tx(() => balances(db.run, 'mei')));
  assert.match(error.message, 'Inside a transaction');
  const nested = await failure(db.tx(() => db.tx(async () => {})));
  assert.match(nested.message, 'Inside a transaction');
  assert.is((await balances(db.run, 'mei')).balance, 0);
});

/** `npm run soak` plays as many as it is asked for, from a seed of its own. One connection, as the embedded database has, lets nothing cross. */
const payments = Number(process.env.OPERATIONS ?? (process.env.TEST_ENGINE === 'pg' ? 1000 : 300));

test(`${payments} payments between members, sixteen at a time, keep the books in order`, async ({ db }) => {
  const seed = Number(process.env.SEED ?? 20260101);
  const below = random(seed);
  const members = Array.from({ length: 12 }, (_, nth) => `member${nth}`);
  for (const member of members) await give(db, member, 10_000);

  const planned = Array.from({ length: payments }, () => {
    const from = below(members.length);
    const to = (from + 1 + below(members.length - 1)) % members.length;
    const input = {
      from: members[from]!,
      to: members[to]!,
      amount: 1 + below(6000),
      requestKey: randomUUID(),
    };
    return { input, times: below(10) === 0 ? 2 : 1, fault: below(20) === 0 };
  });
  const done = new Map<string, Set<string>>();

  const submit = ({ from, to, amount, requestKey }: (typeof planned)[0]['input'], fault: boolean) =>
    db.tx((tx) =>
      idempotent(
        tx,
        { member: from, now },
        { path: 'txTest/pay' },
        { from, to, amount, requestKey } as any,
        async () => {
          const id = await postMovement(
            tx,
            move(
              [
                [of(from), -amount],
                [of(to), amount],
              ],
              requestKey,
            ),
            now,
          );
          if (fault) throw new Error('the power went out');
          return { id };
        },
      ),
    );
  const attempt = async (payment: (typeof planned)[0], fault: boolean): Promise<void> => {
    try {
      const { id } = await submit(payment.input, fault);
      const ids = done.get(payment.input.requestKey) ?? new Set();
      done.set(payment.input.requestKey, ids.add(id));
    } catch (error) {
      if (fault) return attempt(payment, false); // the phone tries again with the same key
      assert.is((error as DomainError).key, 'insufficientBalance', `seed ${seed}: ${error}`);
    }
  };

  let running = true;
  const reader = (async () => {
    let wrong = 0;
    while (running) {
      const { rows } = await sql<{ sum: number; least: number }>`
        select sum(balance)::bigint as sum, min(case when floor is null then 0 else balance end)::bigint as least
        from account`.execute(db.run);
      if (rows[0]!.sum !== 0 || rows[0]!.least < 0) wrong++;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return wrong;
  })();
  const waiting = [...planned];
  const phone = async () => {
    for (let payment = waiting.shift(); payment; payment = waiting.shift()) {
      const { times, fault } = payment;
      await Promise.all(Array.from({ length: times }, () => attempt(payment!, fault)));
    }
  };
  await Promise.all(Array.from({ length: 16 }, phone)).finally(() => {
    running = false;
  });

  assert.is(await reader, 0, `seed ${seed}: somebody saw books that do not add up`);
  assert.equal(await audit(db.run), {}, `seed ${seed}`);
  assert.ok(
    [...done.values()].every((ids) => ids.size === 1),
    `seed ${seed}: a payment was made twice`,
  );
  const made = await db.run.selectFrom('transfer').select('ref').where('ref', '<>', 'test').execute();
  assert.equal(new Set(made.map(({ ref }) => ref)), new Set(done.keys()), `seed ${seed}`);
  assert.is(made.length, 2 * done.size, 'a transfer of each of the two');
  assert.ok(
    done.size > payments / 10 && done.size < payments,
    'some payments went through and some were refused',
  );
});

test.run();
