// @rarely: kills connections and processes; payments.test.ts and rent.test.ts have the rules

import { randomUUID } from 'node:crypto';
import { type DatabaseConnection, type Driver, sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as orders from '../../src/contract/buying/orders';
import * as wallet from '../../src/contract/money/wallet';
import * as im from '../../src/contract/support/im';
import type { Db } from '../../src/server/db/database';
import { openPostgres } from '../../src/server/db/postgres';
import { audit } from '../../src/server/ledger/audit';
import { addressOf, engine, onServer } from './support/database';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addProduct, give, held } from './support/shop';
import { addAccount } from './support/wallet';

/** The failure in the statement with this number of every transaction, once each; `after`: the statement was done. */
interface Plan {
  at: number | 'commit';
  error: () => Error;
  after?: boolean;
  left: number;
}

const coded = (code: string) => () => Object.assign(new Error(code), { code });
const lost = () => new Error('Connection terminated unexpectedly');

/** A driver whose transactions break as planned; what they did is rolled back by the database itself. */
function breaking(driver: Driver, plan: { now: Plan | undefined }): Driver {
  const within = new WeakMap<DatabaseConnection, number>();
  const broken = new WeakMap<DatabaseConnection, DatabaseConnection>();
  const spoil = (at: Plan['at']): Plan | undefined => {
    const { now } = plan;
    if (!now || now.at !== at || now.left <= 0) return;
    now.left--;
    return now;
  };
  const around = (connection: DatabaseConnection): DatabaseConnection => ({
    async executeQuery(query) {
      const count = within.get(connection);
      if (count === undefined) return connection.executeQuery(query);
      within.set(connection, count + 1);
      const planned = spoil(count + 1);
      if (planned && !planned.after) throw planned.error();
      const answer = await connection.executeQuery<any>(query);
      if (planned) throw planned.error();
      return answer;
    },
    streamQuery: (query, size) => connection.streamQuery(query, size),
  });
  const inner = (outer: DatabaseConnection) => broken.get(outer) ?? outer;
  return {
    init: () => driver.init(),
    async acquireConnection() {
      const connection = await driver.acquireConnection();
      const outer = around(connection);
      broken.set(outer, connection);
      return outer;
    },
    async beginTransaction(outer, settings) {
      await driver.beginTransaction(inner(outer), settings);
      within.set(inner(outer), 0);
    },
    async commitTransaction(outer) {
      within.delete(inner(outer));
      const planned = spoil('commit');
      if (planned && !planned.after) throw planned.error();
      await driver.commitTransaction(inner(outer));
      if (planned) throw planned.error();
    },
    async rollbackTransaction(outer) {
      within.delete(inner(outer));
      await driver.rollbackTransaction(inner(outer));
    },
    releaseConnection: (outer) => driver.releaseConnection(inner(outer)),
    destroy: () => driver.destroy(),
  };
}

interface Context {
  gateway: TestGateway;
  plan: { now: Plan | undefined };
  whole: Db;
}

const test = suite<Context>('interruptions');
test.before(async (context) => {
  context.plan = { now: undefined };
  context.whole = await onServer(true);
  const name = await nameOf(context.whole);
  const database = await openPostgres(addressOf(name), () => {}, {
    around: (driver) => breaking(driver, context.plan),
  });
  context.gateway = await openGateway({ database });
});
test.after(async ({ gateway, whole }) => {
  await gateway.close();
  await gateway.db.close();
  await whole.close();
});

async function nameOf(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db.run);
  return rows[0]!.name;
}

/** The same call until it is done, as the app does after a 503: with the same request key. */
async function insist(gateway: TestGateway, call: { path: string }, input: object, as: Sent) {
  for (let tries = 1; ; tries++) {
    const reply = await gateway.send(call, input, as);
    if (reply.status === 200) return { ...reply, tries };
    assert.ok(reply.status === 503 && tries < 5, `${call.path}: ${reply.status} ${reply.message}`);
  }
}

/** A member buys, writes and withdraws while things break; what each did is there once. */
async function live({ gateway, plan }: Context, now: Plan) {
  const member = await addMember(gateway);
  await give(gateway, member.id, 'balance', 1000_00);
  const productId = await addProduct(gateway, { stock: 50, price: 100_00 });
  const accountId = await addAccount(gateway, member.id);
  const as = await gateway.signIn(member.id);
  const form = { source: 'balance', amount: 100_00, accountId };
  const { fee } = (await gateway.send(wallet.quoteWithdrawal, form, as)).body;
  const began = now.left;
  plan.now = now;
  let tries = 0;
  const does = async (call: { path: string }, input: object) => {
    now.left = began;
    const reply = await insist(gateway, call, { ...input, requestKey: randomUUID() }, as);
    assert.is(reply.code, '1', `${call.path} at ${now.at}: ${reply.message}`);
    tries += reply.tries;
  };
  try {
    await does(orders.addByMoney, { items: [{ productId, quantity: 1 }], shownTotal: 100_00 });
    await does(im.sendMessage, { text: 'Once' });
    await does(wallet.applyWithdrawal, { source: 'balance', amount: 100_00, accountId, fee });
  } finally {
    plan.now = undefined;
  }
  const { run } = gateway.db;
  assert.is(await held(gateway, member.id), 800_00, `at ${now.at}`);
  const count = async (table: 'purchase' | 'withdrawal' | 'conversation_message') =>
    Number(
      (
        await run
          .selectFrom(table)
          .select((is) => is.fn.countAll().as('n'))
          .where('member', '=', member.id)
          .executeTakeFirstOrThrow()
      ).n,
    );
  assert.equal([await count('purchase'), await count('withdrawal')], [1, 1], `at ${now.at}`);
  assert.is(await count('conversation_message'), 1, `at ${now.at}`);
  assert.equal(await audit(run), {});
  return { tries, spoiled: began - now.left };
}

/** Far enough for the longest of these transactions. */
const statements = 24;

if (engine === 'pg') {
  test('a conflict in any statement of any transaction is run again, and nobody notices', async (context) => {
    let spoiled = 0;
    for (let at = 1; at <= statements; at++) {
      const { tries, ...more } = await live(context, { at, error: coded('40001'), left: 2 });
      assert.is(tries, 3, `nobody had to ask twice at ${at}`);
      spoiled += more.spoiled;
    }
    assert.ok(spoiled > 10, `${spoiled}`);
  });

  test('a connection that is lost before COMMIT is replaced, whether the statement was done or not', async (context) => {
    let spoiled = 0;
    for (const after of [false, true])
      for (let at = 1; at <= statements; at += 2) {
        const { tries, ...more } = await live(context, { at, error: lost, after, left: 1 });
        assert.is(tries, 3, `nobody had to ask twice at ${at}`);
        spoiled += more.spoiled;
      }
    assert.ok(spoiled > 6, `${spoiled}`);
  });

  test('a COMMIT of which nobody knows whether it was done is 503, and asked again it is done once', async (context) => {
    for (const after of [false, true]) {
      const { tries } = await live(context, { at: 'commit', error: lost, after, left: 1 });
      assert.ok(tries > 3, 'it was asked again');
    }
  });

  test('a node of several that goes is 503 in any statement, and asked again it is done once', async (context) => {
    // as Citus passes them on
    const said = [
      'failure on connection marked as essential: 127.0.0.1:5432',
      'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally',
      'terminating connection due to unexpected postmaster exit',
      'postmaster was shut down, exiting',
    ];
    for (const message of said) {
      const error = () => Object.assign(new Error(message), { code: 'XX000' });
      const { tries } = await live(context, { at: 2, error, left: 1 });
      assert.is(tries, 6, message);
    }
  });

  test('a server that has become a standby is left, and refused ones come again', async (context) => {
    const { tries } = await live(context, { at: 2, error: coded('25006'), left: 3 });
    assert.is(tries, 3);
  });
} else
  test('the embedded database has one connection, which is not lost while the process lives', ({ gateway }) =>
    assert.is(gateway.db.engine, 'pg'));

test.run();
