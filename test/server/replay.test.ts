import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serializeEnvelope } from '../../src/contract/wire/envelope';
import { buildApp } from '../../src/server/app';
import { migrate } from '../../src/server/db/migrate';
import { openPostgres } from '../../src/server/db/postgres';
import { assertNewNonce, createIdentify } from '../../src/server/http/admission';
import { tokenOf } from '../../src/server/http/wire';
import { migrations } from '../../src/server/schema/migrations';
import { startOwnPostgres } from '../../tools/programs/postgres.mjs';
import { engine } from './support/database';
import { openGateway, type TestGateway } from './support/open';

const test = suite<{ gateway: TestGateway }>('replay');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());

const config = { UniqueKey: 'MobileMemberSysParams', Method: 'GetSysConfig', ObjectData: [] };

test('a request that is sent a second time is turned away, in whatever case its uuid is written', async ({
  gateway,
}) => {
  const uuid = randomUUID();
  const first = await gateway.send('service/invoke', config, { header: { uuid } });
  const second = await gateway.send('service/invoke', config, { header: { uuid } });
  const third = await gateway.send('service/invoke', config, { header: { uuid: uuid.toUpperCase() } });
  assert.equal([first.code, second.code, third.code], ['1', '4002', '4002']);
  assert.is(second.status, 400);
});

test('of ten copies of a request that arrive together, one is answered', async ({ gateway }) => {
  const header = { uuid: randomUUID() };
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => gateway.send('service/invoke', config, { header })),
  );
  assert.is(replies.filter(({ code }) => code === '1').length, 1);
  assert.is(replies.filter(({ code }) => code === '4002').length, 9);
});

/** Admits a request of nobody with this uuid: `answered`, or why not. */
const admitter = ({ db }: TestGateway) => {
  const identify = createIdentify(db);
  return (uuid: string): Promise<string> =>
    identify(
      { uuid, appid: 'h5', authToken: '', timestamp: Date.now() },
      { userId: undefined, authorization: undefined, ip: '127.0.0.1', agent: '' },
      Date.now(),
    ).then(
      () => 'answered',
      (error) => error.reason,
    );
};

test('of copies that wait for the database together, one is answered, as other requests are', async ({
  gateway,
}) => {
  const copied = randomUUID();
  // the first two are asked about at once, and the others with one statement
  const uuids = [randomUUID(), randomUUID(), copied, randomUUID(), copied, copied, randomUUID()];
  const answers = await Promise.all(uuids.map(admitter(gateway)));
  const [answered, replay] = ['answered', 'replay'];
  assert.equal(answers, [answered, answered, answered, answered, replay, replay, answered]);
});

/** The embedded database has one connection. */
const onPostgres = engine === 'pg' ? test : test.skip;
onPostgres('requests that the database does not answer keep nobody else waiting', async ({ gateway }) => {
  const admit = admitter(gateway);
  const stuck = [randomUUID(), randomUUID()];
  const until = new Date(Date.now() + 60_000);
  const order: string[] = [];
  const note = (what: string) => (answer: string) => order.push(`${what} ${answer}`);
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  let isHeld = () => {};
  const held = new Promise<void>((done) => {
    isHeld = done;
  });
  const elsewhere = gateway.db.tx(async (tx) => {
    await tx
      .insertInto('nonce')
      .values(stuck.map((uuid) => ({ uuid, until })))
      .execute();
    isHeld();
    await released;
  });
  await held;
  const waiting = stuck.map((uuid) => admit(uuid).then(note('stuck')));
  await admit(randomUUID()).then(note('another'));
  release();
  await Promise.all([elsewhere, ...waiting]);
  assert.equal(order, ['another answered', 'stuck replay', 'stuck replay']);
});

test('of copies that arrive at two gateways together, one is answered', async ({ gateway }) => {
  const { db, settings } = gateway;
  const other = await buildApp({ db, settings, staticRoot: '/nowhere' });
  const url = await other.listen({ port: 0, host: '127.0.0.1' });
  for (let nth = 0; nth < 5; nth++) {
    const uuid = randomUUID();
    const body = serializeEnvelope({ uuid, appid: 'h5', authToken: '', timestamp: Date.now() }, config);
    const headers = { 'content-type': 'application/json', Token: tokenOf(settings.signingSecret, body) };
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, nth) =>
        fetch(`${nth % 2 ? url : gateway.url}/api/service/invoke`, { method: 'POST', body, headers }),
      ),
    );
    assert.equal(replies.map(({ status }) => status).sort(), [200, ...Array(7).fill(400)]);
  }
  await other.close();
});

// The embedded database has one process, and what the power cut takes from it `tools/load/faults.mjs` looks at.
if (engine === 'pg')
  test('a crash of the database that leaves what a request did leaves its uuid too', async () => {
    const server = await startOwnPostgres({ durable: true });
    const db = await openPostgres(server.url, () => {});
    await migrate(db, migrations);
    const now = Date.now();
    for (let nth = 0; nth < 20; nth++) {
      await assertNewNonce(db, `request-${nth}`, now);
      await db.run
        .insertInto('secret')
        .values({ name: `done-${nth}`, value: '' })
        .execute();
    }
    await server.pull();
    await server.plug();
    const again = await openPostgres(server.url, () => {});
    const done = await again.run
      .selectFrom('secret')
      .select('name')
      .where('name', 'like', 'done-%')
      .execute();
    assert.is(done.length, 20);
    for (let nth = 0; nth < 20; nth++) {
      const answer = await assertNewNonce(again, `request-${nth}`, now).catch((error) => error.reason);
      assert.is(answer, 'replay');
    }
    await again.close();
    await db.close().catch(() => {});
    await server.stop();
  });

test('a uuid is remembered for as long as its timestamp can be valid', async ({ gateway }) => {
  const header = { uuid: randomUUID(), timestamp: Date.now() + 290_000 };
  assert.is((await gateway.send('service/invoke', config, { header })).code, '1');
  gateway.clock.ahead = 589_000; // the same bytes are within five minutes of the clock once more
  assert.is((await gateway.send('service/invoke', config, { header })).code, '4002');
  gateway.clock.ahead = 0;
});

test('a request that was turned away for its signature has not used its uuid up', async ({ gateway }) => {
  const header = { uuid: randomUUID() };
  assert.is((await gateway.send('service/invoke', config, { header, secret: 'wrong' })).code, '4010');
  assert.is((await gateway.send('service/invoke', config, { header })).code, '1');
});

test('a session that was ended, or not used for a month, opens nothing', async ({ gateway }) => {
  const member = await gateway.signIn('mei');
  const load = () => gateway.send('picture/load', { id: randomUUID() }, member);
  assert.is((await load()).code, '500');
  gateway.clock.ahead = 29 * 86_400_000;
  assert.is((await load()).code, '500'); // and pushes the end back
  gateway.clock.ahead = 58 * 86_400_000;
  assert.is((await load()).code, '500');
  gateway.clock.ahead = 89 * 86_400_000;
  assert.is((await load()).code, '510');
  gateway.clock.ahead = 0;
});

test.run();
