// @rarely: twenty thousand addresses; bounds.test.ts has the limits of requests

import { randomUUID } from 'node:crypto';
import { type Driver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Db, Executor } from '../../src/server/db/database';
import { limits } from '../../src/server/kernel/rate-limit';
import { createRequestCounter, type RequestCounter } from '../../src/server/kernel/request-counter';
import { RequestRejected } from '../../src/server/kernel/request-rejected';
import { openTestDb } from './support/database';

const test = suite<{ db: Db; ip: string }>('request-counter');
test.before(async (context) => {
  context.db = await openTestDb();
});
test.before.each((context) => {
  context.ip = randomUUID();
});
test.after(({ db }) => db.close());

const max = 500;
const window = 60_000;
const some = { anyone: { max: 3, window }, member: { max, window } };

/** How many of so many requests are let in, when all come at once, in turns at each instance. */
async function letIn(instances: RequestCounter[], requests: number, ip: string, now: number) {
  const all = Array.from({ length: requests }, (_, nth) =>
    (instances[nth % instances.length] as RequestCounter).count(ip, 'member', now).then(
      () => true,
      (error) => {
        assert.instance(error, RequestRejected);
        return false;
      },
    ),
  );
  return (await Promise.all(all)).filter(Boolean).length;
}

const isRefused = (counting: Promise<void>) =>
  counting.then(
    () => false,
    () => true,
  );

/** A database that counts its statements. */
function counted(run: Executor): { run: Executor; statements(): number } {
  let statements = 0;
  const plugin = {
    transformQuery({ node }: { node: any }) {
      statements++;
      return node;
    },
    transformResult: async ({ result }: { result: any }) => result,
  };
  return { run: run.withPlugin(plugin), statements: () => statements };
}

test('three gateways together let in as many requests of an address as the limit says, and no more', async ({
  db,
  ip,
}) => {
  const three = [1, 2, 3].map(() => createRequestCounter(db, some));
  const now = Date.now();
  const first = await letIn(three, 300, ip, now);
  assert.is(first, 300);
  const rest = await letIn(three, 600, ip, now);
  assert.ok(first + rest <= max, `${first + rest} were let in`);
  assert.ok(first + rest >= max - (3 * max) / 100, `only ${first + rest} were let in`);
  assert.is(await letIn(three, 30, ip, now + window - 1), 0);
  assert.is(await letIn(three, 30, ip, now + window), 30); // the next minute
});

test('one gateway lets in exactly as many, however they come', async ({ db, ip }) => {
  const alone = createRequestCounter(db, some);
  const now = Date.now();
  assert.is(await letIn([alone], 499, ip, now), 499);
  assert.equal([await letIn([alone], 1, ip, now), await letIn([alone], 1, ip, now)], [1, 0]);
  const few = randomUUID();
  const ten = Array.from({ length: 10 }, () => alone.count(few, 'anyone', now));
  const answers = await Promise.allSettled(ten);
  assert.is(answers.filter(({ status }) => status === 'fulfilled').length, 3);
});

test('a gateway that starts anew does not begin to count anew', async ({ db, ip }) => {
  const now = Date.now();
  assert.is(await letIn([createRequestCounter(db, some)], 600, ip, now), max);
  assert.is(await letIn([createRequestCounter(db, some)], 10, ip, now), 0);
});

test('addresses and doors are counted apart, of IPv6 the networks', async ({ db, ip }) => {
  const counter = createRequestCounter(db, some);
  const now = Date.now();
  assert.is(await letIn([counter], 600, ip, now), max);
  await counter.count(randomUUID(), 'member', now);
  await counter.count(ip, 'anyone', now);
  await counter.count(ip, 'member', now, 'outside');
  for (let nth = 0; nth < 3; nth++) await counter.count(`2001:db8:7:1::${nth}`, 'anyone', now);
  assert.ok(await isRefused(counter.count('2001:db8:7:1:ffff::9', 'anyone', now)));
});

test('the database is asked once for a hundredth of the limit, and never by an address that is over it', async ({
  db,
  ip,
}) => {
  const { run, statements } = counted(db.run);
  const counter = createRequestCounter({ ...db, run }, some);
  const now = Date.now();
  for (let nth = 0; nth < max; nth++) await counter.count(ip, 'member', now);
  assert.is(statements(), 100);
  assert.is(await letIn([counter], 1000, ip, now), 0);
  assert.is(statements(), 101);
  assert.is(limits(true).member.max, 3000); // thirty at a time
});

test('an instance forgets the oldest of 20,000 addresses, those first whose window has ended', async () => {
  let statements = 0;
  let until = 0;
  // a database that answers at once, because 20,000 real statements take a minute
  const answering = {
    async acquireConnection() {
      return {
        async executeQuery() {
          statements++;
          return { rows: [{ count: 1, until: new Date(until) }] };
        },
        async *streamQuery() {},
      };
    },
    async init() {},
    async beginTransaction() {},
    async commitTransaction() {},
    async rollbackTransaction() {},
    async releaseConnection() {},
    async destroy() {},
  };
  const run = new Kysely<any>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => answering as unknown as Driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const limits = { ...some, anyone: { max: 1000, window } };
  const counter = createRequestCounter({ run, lateCommit: 'select 1' }, limits);
  const ask = async (ip: string, now: number) => {
    const before = statements;
    until = now + window;
    await counter.count(ip, 'anyone', now);
    return statements - before;
  };
  const addressOf = (n: number) => `address ${n}`;
  await ask('first', 1000);
  await ask('ended', 0);
  for (let n = 2; n < 20_000; n++) await ask(addressOf(n), 1000);
  assert.is(await ask('first', window), 0, 'it is among the 20,000');
  assert.is(await ask('another', window), 1, 'one more takes the place of the one whose window has ended');
  assert.is(await ask('first', window), 0);
  assert.is(await ask('yet another', window), 1, 'and this one that of the oldest');
  assert.is(await ask(addressOf(19_999), window), 0);
  assert.is(await ask('first', window), 1);
});

test('a database that is away lets nobody in, and is asked again', async ({ db, ip }) => {
  let away = true;
  const counter = createRequestCounter(
    {
      ...db,
      run: new Proxy(db.run, {
        get(target, name) {
          if (away && name === 'with') throw new Error('away');
          return Reflect.get(target, name).bind?.(target) ?? Reflect.get(target, name);
        },
      }),
    },
    some,
  );
  assert.ok(await isRefused(counter.count(ip, 'member', Date.now())));
  away = false;
  await counter.count(ip, 'member', Date.now());
});

test.run();
