import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as circle from '../../src/contract/video/circle';
import { openPostgres } from '../../src/server/db/postgres';
import { createWorker } from '../../src/server/jobs/worker';
import { areHeld, holdGateways, releaseGateways } from '../../src/server/nodes/pause';
import { addressOf, engine } from './support/database';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';

/** A gateway, the address of its database, and an operator's connection to that. */
async function opened(work: (gateway: TestGateway, operator: pg.Client, url: string) => Promise<void>) {
  const gateway = await openGateway();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(gateway.db.run);
  const url = addressOf(rows[0]!.name);
  const operator = new pg.Client({ connectionString: url });
  operator.on('error', () => {}); // the database is dropped in the end
  await operator.connect();
  try {
    await work(gateway, operator, url);
  } finally {
    await operator.query('delete from pause');
    await operator.end();
    await gateway.close();
  }
}

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it went through',
    (error: Error) => error.message,
  );

/** Repeats a look until it is true; fails after five seconds. */
async function until(what: string, look: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 5000; !(await look()); await delay(20))
    if (Date.now() > end) assert.unreachable(`not ${what} in time`);
}

const health = async ({ url }: TestGateway) => (await fetch(`${url}/readyz`)).json() as Promise<any>;

if (engine === 'pg') {
  test('members who act in a pause are asked to repeat, and what they did then is there once', () =>
    opened(async (gateway, operator) => {
      const { id } = await addMember(gateway);
      const as = await gateway.signIn(id);
      const ran: number[] = [];
      const worker = createWorker({
        db: gateway.db,
        kinds: {},
        schedules: [{ name: 'each-tenth', every: 100, run: async () => void ran.push(Date.now()) }],
        now: Date.now,
        log: () => {},
      });
      worker.start();
      await until('working', () => ran.length > 0);

      await holdGateways(operator, 'the tables move');
      assert.is(await areHeld(operator), true);
      const heldAt = Date.now();
      const post = { text: 'in a pause', requestKey: randomUUID() };
      const waiting = await gateway.send(circle.addPost, post, as);
      assert.is(waiting.status, 503);
      assert.is(waiting.headers.get('retry-after'), '5');
      await until('reported', async () => (await health(gateway)).paused === 'the tables move');
      assert.is((await health(gateway)).ready, true);
      await delay(1500);
      assert.equal(
        ran.filter((at) => at > heldAt),
        [],
      );

      const before = await operator.query(
        `select pid from pg_stat_activity where datname = current_database() and application_name like 'cloudphone%'`,
      );
      await releaseGateways(operator);
      await until('over', () => gateway.db.pause?.() === undefined);
      const first = await gateway.send(circle.addPost, post, as);
      assert.is(first.status, 200);
      assert.equal((await gateway.send(circle.addPost, post, as)).body, first.body);
      const posts = await gateway.db.run.selectFrom('circle_post').select('id').execute();
      assert.is(posts.length, 1);
      await until('working again', () => ran.some((at) => at > heldAt));
      // settings and plans of the old layout went with the connections
      const { rows } = await operator.query('select pid from pg_stat_activity where pid = any($1)', [
        before.rows.map(({ pid }) => pid),
      ]);
      assert.equal(rows, []);
      await until('ready', async () => !('paused' in (await health(gateway))));
      await worker.stop();
    }));

  test('an operator waits for what members have begun', () =>
    opened(async (gateway, operator) => {
      let ended = 0;
      const begun = gateway.db.tx(async (tx) => {
        await sql`select pg_sleep(4.5)`.execute(tx);
        ended = Date.now();
      });
      await holdGateways(operator, 'the tables move');
      assert.ok(ended, 'the transaction was not awaited');
      await begun;
      await releaseGateways(operator);
    }));

  test('a gateway that does not know the pause is refused by name, and members notice nothing', () =>
    opened(async (gateway, operator, url) => {
      const earlier = new pg.Client({ connectionString: url, application_name: 'gateway of last year' });
      await earlier.connect();
      assert.match(await refusal(holdGateways(operator, 'the tables move')), 'gateway of last year of ');
      await earlier.end();
      await operator.query(
        `insert into running_gateway values ('x', 'db9, process 7', null, false, now() + interval '1 hour')`,
      );
      const refused = 'The gateway db9, process 7 did not end what it was doing in time';
      assert.match(await refusal(holdGateways(operator, 'the tables move', 100)), refused);
      await operator.query(`update running_gateway set has_replicas = true where id = 'x'`);
      const reads = 'The gateway db9, process 7 reads from replicas';
      assert.match(await refusal(holdGateways(operator, 'the tables move', 100)), reads);
      assert.equal((await operator.query('select from pause')).rows, []);
      await until('over', () => gateway.db.pause?.() === undefined);
      await sql`select 1`.execute(gateway.db.run);
    }));

  test('a gateway that begins during a pause and does not know it is refused by name', () =>
    opened(async (gateway, operator, url) => {
      const begun = gateway.db.tx((tx) => sql`select pg_sleep(5)`.execute(tx));
      const held = refusal(holdGateways(operator, 'the tables move'));
      await until('announced', () => gateway.db.pause?.() === 'the tables move');
      const earlier = new pg.Client({ connectionString: url, application_name: 'gateway of last year' });
      await earlier.connect();
      const refused = await held;
      await earlier.end();
      await begun;
      assert.match(refused, 'gateway of last year of ');
      assert.is(await areHeld(operator), false);
      await until('over', () => gateway.db.pause?.() === undefined);
    }));

  test('an operator does not find gateways that were killed long ago among those that run', () =>
    opened(async (_gateway, operator, url) => {
      await operator.query(
        `insert into running_gateway (id, name, has_replicas, seen_at) values
         ('long', 'killed two days ago', false, now() - interval '2 days'), ('now', 'killed an hour ago', false, now() - interval '1 hour')`,
      );
      const another = await openPostgres(url, () => {});
      const { rows } = await operator.query(`select id from running_gateway where id in ('long', 'now')`);
      await another.close();
      assert.equal(rows, [{ id: 'now' }]);
    }));

  test('a pause of an operator whose command died ends by itself only if nothing was changed', () =>
    opened(async (gateway, operator, url) => {
      const announce = (until: string) =>
        operator.query(`insert into pause values ('p', 'the tables move', now(), ${until})`);
      const noticed = () => until('noticed', () => gateway.db.pause?.() === 'the tables move');
      await announce(`now() + interval '2 s'`);
      await noticed();
      await until('over', () => gateway.db.pause?.() === undefined);
      await operator.query('delete from pause');

      await announce('null');
      await noticed();
      const { code } = await gateway.db.run
        .selectFrom('member')
        .select('id')
        .execute()
        .then(
          () => ({ code: 'it went through' }),
          (error) => error,
        );
      assert.is(code, '57P03');
      let started = false;
      const starting = openPostgres(url, () => {}).then((db) => {
        started = true;
        return db;
      });
      await delay(1500);
      assert.is(started, false);
      await holdGateways(operator, 'the tables move'); // the command runs again
      await releaseGateways(operator);
      await (await starting).close();
      await until('over', () => gateway.db.pause?.() === undefined);
    }));
}

test.run();
