// @rarely: a standby and its failures; the gateway uses it through a single module

import { randomUUID } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as addresses from '../../src/contract/buying/addresses';
import * as products from '../../src/contract/buying/products';
import type { Call } from '../../src/contract/wire/call';
import type { Db } from '../../src/server/db/database';
import { migrate } from '../../src/server/db/migrate';
import { openPostgres } from '../../src/server/db/postgres';
import { Progress } from '../../src/server/db/progress';
import { createMetrics, type Metrics } from '../../src/server/metrics/metrics';
import { migrations } from '../../src/server/schema/migrations';
import { hasStandbys, startOwnPostgres } from '../../tools/programs/postgres.mjs';
import { engine } from './support/database';
import { addMember } from './support/member';
import { openGateway, type Reply, type TestGateway } from './support/open';
import { addProduct } from './support/shop';

interface Context {
  postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
  standby: Awaited<ReturnType<Context['postgres']['standby']>>;
  db: Db;
  gateway: TestGateway;
  metrics: Metrics;
  /** As an admin of the standby. */
  asStandby(statement: string): Promise<pg.QueryResult>;
}

const test = suite<Context>('replicas');

/** A member's phone, which keeps the cookies of the gateway. */
async function phoneOf(gateway: TestGateway) {
  const { id } = await addMember(gateway, { country: 'cn' });
  const as = await gateway.signIn(id);
  const cookies = new Map<string, string>();
  const send = async (call: Call, input: object = {}, at = gateway): Promise<Reply> => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const reply = await at.send(call, input, { ...as, headers: { cookie } });
    for (const one of reply.headers.getSetCookie()) {
      const [, name, value] = /^(\w+)=([^;]*)/.exec(one)!;
      cookies.set(name!, value!);
    }
    return reply;
  };
  return { id, send, cookies };
}
type Phone = Awaited<ReturnType<typeof phoneOf>>;

/** Reads that were answered by a source. */
async function answered({ metrics }: Context, source: string, why = ''): Promise<number> {
  const { values } = (await metrics.register.getSingleMetric('cloudphone_reads_total')!.get()) as {
    values: { value: number; labels: Record<string, string> }[];
  };
  return values.find(({ labels }) => labels.source === source && labels.why === why)?.value ?? 0;
}

async function until(what: string, is: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; !(await is()); tries++) {
    if (tries > 1500) throw new Error(`${what}: not within half a minute`);
    await rest(20);
  }
}

/** As soon as the replica has all that the phone has seen. */
const untilReplicaAnswers = (context: Context, phone: Phone, call: Call = products.listProducts) =>
  until('an answer of the replica', async () => {
    const before = await answered(context, 'replica');
    assert.is((await phone.send(call)).code, '1');
    return (await answered(context, 'replica')) > before;
  });

const has = ({ body }: Reply, id: string) =>
  body.items.some((item: { id?: string; productId?: string }) => (item.id ?? item.productId) === id);

const newAddress = () => ({
  username: '林慧',
  userphone: '13800138000',
  area: '330106',
  address: '文三路 90 号',
  requestKey: randomUUID(),
});

test('after a failover no replica counts for five seconds, as it may have more than the new primary', () => {
  const progress = new Progress();
  assert.is(progress.primaryTime(0), undefined);
  progress.note({ asked: 0, time: 100_000, lsn: 500, timeline: '1' });
  progress.note({ asked: 100, time: 100_101, lsn: 600, timeline: '1' });
  assert.is(progress.reached(599)?.lsn, 500);
  assert.is(progress.reached(600)?.lsn, 600);
  assert.is(progress.reached(499), undefined);
  assert.is(progress.primaryTime(150), 100_150, 'by the answer that came soonest');
  progress.note({ asked: 200, time: 100_200, lsn: 550, timeline: '2' });
  assert.is(progress.reached(600), undefined);
  progress.note({ asked: 5200, time: 105_200, lsn: 700, timeline: '2' });
  assert.is(progress.reached(600), undefined, 'it has what the new primary had then, which is too old');
  assert.is(progress.reached(700)?.lsn, 700);
  progress.note({ asked: 70_000, time: 170_000, lsn: 800, timeline: '2' });
  assert.is(progress.reached(700), undefined, 'a minute later it is too old to tell');
});

if (engine === 'pg' && hasStandbys()) {
  test.before(async (context) => {
    context.postgres = await startOwnPostgres({ durable: true });
    const plain = await openPostgres(context.postgres.url, () => {});
    await migrate(plain, migrations);
    await plain.close();
    context.standby = await context.postgres.standby();
    context.db = await openPostgres(context.postgres.url, () => {}, { replicas: [context.standby.url] });
    context.gateway = await openGateway({
      database: context.db,
      metricsOf: (db) => (context.metrics = createMetrics(db, Date.now, [])),
    });
    context.asStandby = async (statement) => {
      const client = new pg.Client({ connectionString: context.standby.url });
      await client.connect();
      return client.query(statement).finally(() => client.end());
    };
  });
  test.after.each(async ({ asStandby }) => {
    await asStandby('select pg_wal_replay_resume()');
  });
  test.after(async ({ postgres, standby, db, gateway, metrics }) => {
    metrics.stop();
    await gateway.close();
    await db.close();
    await standby.end();
    await postgres.stop();
  });

  test('a list that may be half a minute old comes from the replica', async (context) => {
    const { gateway, asStandby } = context;
    const phone = await phoneOf(gateway);
    await untilReplicaAnswers(context, phone);
    await asStandby('select pg_wal_replay_pause()');
    const id = await addProduct(gateway);
    assert.not(has(await phone.send(products.listProducts), id), 'the replica does not have it yet');
    await asStandby('select pg_wal_replay_resume()');
    await until('the product', async () => has(await phone.send(products.listProducts), id));
    const visitor = await gateway.send(products.listProducts, {});
    assert.ok(has(visitor, id), 'a visitor gets it without a cookie');
    const figures = await context.metrics.register.metrics();
    const [, age] = /^cloudphone_replica_age_seconds\{.*\} (.*)$/m.exec(figures) ?? [];
    assert.ok(Number(age) < 30, `${age} s`);
  });

  test('a member sees at once what they wrote, at each gateway, however late the replica is', async (context) => {
    const { gateway, asStandby, postgres, standby } = context;
    const other = await openPostgres(postgres.url, () => {}, { replicas: [standby.url] });
    const second = await openGateway({ database: other });
    const phone = await phoneOf(gateway);
    await untilReplicaAnswers(context, phone, addresses.listAddresses);
    await asStandby('select pg_wal_replay_pause()');
    const { code, body } = await phone.send(addresses.addAddress, newAddress());
    assert.is(code, '1');
    const before = await answered(context, 'primary', 'seen');
    for (const at of [gateway, second, gateway, second])
      assert.ok(has(await phone.send(addresses.listAddresses, {}, at), body.id));
    assert.ok((await answered(context, 'primary', 'seen')) > before);
    await asStandby('select pg_wal_replay_resume()');
    await untilReplicaAnswers(context, phone, addresses.listAddresses);
    assert.ok(has(await phone.send(addresses.listAddresses), body.id));
    await second.close();
    await other.close();
  });

  test('once a member has seen something, every later list has it', async (context) => {
    const { gateway, asStandby } = context;
    const phone = await phoneOf(gateway);
    await untilReplicaAnswers(context, phone);
    await asStandby('select pg_wal_replay_pause()');
    const id = await addProduct(gateway);
    assert.not(has(await phone.send(products.listProducts), id), 'nobody has shown it to them');
    const quoted = await phone.send(products.quote, { items: [{ productId: id, quantity: 1 }] });
    assert.is(quoted.code, '1');
    assert.ok(has(await phone.send(products.listProducts), id));
  });

  test('a client that keeps no cookies is answered by the primary', async (context) => {
    const { gateway } = context;
    const { id } = await addMember(gateway);
    const as = await gateway.signIn(id);
    const before = await answered(context, 'primary', 'no-cookie');
    for (let nth = 0; nth < 3; nth++) await gateway.send(products.listProducts, {}, as);
    assert.is(await answered(context, 'primary', 'no-cookie'), before + 3);
  });

  test('a replica that is further behind than a list may be is not asked for it', async (context) => {
    const { gateway, asStandby } = context;
    const phone = await phoneOf(gateway);
    await untilReplicaAnswers(context, phone, addresses.listAddresses);
    await asStandby('select pg_wal_replay_pause()');
    const onAnotherPhone = await gateway.signIn(phone.id);
    const added = await gateway.send(addresses.addAddress, newAddress(), onAnotherPhone);
    await until('the list', async () => has(await phone.send(addresses.listAddresses), added.body.id));
    assert.ok((await answered(context, 'primary', 'behind')) > 0);
  });

  test('an error of the replica is not the member’s: the primary answers', async (context) => {
    const { gateway, asStandby, postgres, db } = context;
    const phone = await phoneOf(gateway);
    await untilReplicaAnswers(context, phone);
    const holder = new pg.Client({ connectionString: postgres.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('lock table product in access exclusive mode');
    await addMember(gateway); // a commit, which sends the lock to the standby
    const locks = `select from pg_locks where mode = 'AccessExclusiveLock' and relation = 'product'::regclass`;
    await until('the lock', async () => (await asStandby(locks)).rowCount === 1);
    await asStandby('select pg_wal_replay_pause()');
    await holder.query('commit');
    await holder.end();
    const before = await answered(context, 'primary', 'failed');
    assert.is((await phone.send(products.listProducts)).code, '1');
    assert.is(await answered(context, 'primary', 'failed'), before + 1);
    assert.is(db.replicas!.state().length, 1);
  });

  test('a member does not notice that the replica stops, and it answers again when it is back', async (context) => {
    const { gateway, standby, db } = context;
    const phone = await phoneOf(gateway);
    await untilReplicaAnswers(context, phone);
    const reading = Promise.all(
      Array.from({ length: 40 }, async (_, nth) => {
        await rest(nth * 5);
        return (await phone.send(products.listProducts)).code;
      }),
    );
    await standby.end();
    assert.equal(new Set(await reading), new Set(['1']));
    await until('it is left out', () => db.replicas!.state()[0]!.out === 'down');
    assert.is((await phone.send(products.listProducts)).code, '1');
    context.standby.end = (await standby.again()).end;
    await untilReplicaAnswers(context, phone);
    assert.is(db.replicas!.state()[0]!.out, undefined);
  });

  test('the replica that is less busy answers', async ({ postgres, standby }) => {
    const db = await openPostgres(postgres.url, () => {}, { replicas: [standby.url, standby.url] });
    const { choose, state } = db.replicas!;
    await until('a look at both', () => state().every(({ out }) => !out));
    const chosen = () => {
      const one = choose(30_000, undefined);
      if (typeof one === 'string') throw new Error(one);
      return one;
    };
    const [first, second] = [chosen(), chosen()];
    assert.is.not(second.db, first.db);
    second.end();
    assert.is(chosen().db, second.db);
    await db.close();
  });

  test('nothing is written through a replica', async (context) => {
    const { gateway, db, standby } = context;
    const phone = await phoneOf(gateway);
    await untilReplicaAnswers(context, phone);
    const chosen = db.replicas!.choose(30_000, undefined);
    if (typeof chosen === 'string') return assert.unreachable(chosen);
    for (const reading of [chosen.db, db.reading]) {
      const attempts: (() => Promise<unknown>)[] = [
        () => reading.run.insertInto('nonce').values({ uuid: 'x', until: new Date() }).execute(),
        () => reading.run.deleteFrom('nonce').where('uuid', '=', 'x').execute(),
        () => reading.run.selectFrom('nonce').select('uuid').forUpdate().execute(),
        () => sql`with gone as (delete from nonce returning uuid) select * from gone`.execute(reading.run),
        () => reading.tx(async () => {}),
        () => reading.write(),
      ];
      for (const attempt of attempts) {
        const said = await Promise.resolve()
          .then(attempt)
          .then(
            () => 'done',
            (error: Error) => error.message,
          );
        assert.match(said, 'must not write');
      }
    }
    chosen.end();
    const direct = new pg.Client({ connectionString: standby.url });
    await direct.connect();
    const code = await direct.query(`insert into nonce values ('x', now())`).catch((error) => error.code);
    await direct.end();
    assert.is(code, '25006');
  });

  test('the primary is not asked as a replica, nor is a server with other data', async (context) => {
    const { postgres, standby, asStandby } = context;
    const others = new pg.Client({ connectionString: postgres.url });
    await others.connect();
    await others.query('create database other');
    await others.end();
    const other = new URL(standby.url);
    other.pathname = '/other';
    const isThere = `select from pg_database where datname = 'other'`;
    await until('the other database', async () => (await asStandby(isThere)).rowCount === 1);
    const db = await openPostgres(postgres.url, () => {}, { replicas: [postgres.url, other.href] });
    const reasons = () => db.replicas!.state().map(({ out }) => out);
    await until('a look at each', () => !reasons().includes('down'));
    assert.equal(reasons(), ['primary', 'wrong']);
    assert.is(db.replicas!.choose(30_000, undefined), 'left-out');
    await db.close();
  });
} else
  test('a replica is where PostgreSQL is, and is tested where pg_basebackup is installed', () => {
    assert.ok(engine === 'pglite' || !hasStandbys());
  });

test.run();
