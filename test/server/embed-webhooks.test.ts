import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { setWebhook } from '../../src/server/embed/manage-webhooks';
import { webhookSignature } from '../../src/server/embed/send-webhooks';
import { createWorker } from '../../src/server/jobs/worker';
import { isInner, wrongDestination } from '../../src/server/kernel/destination';
import { notifyMember } from '../../src/server/notices/notify-member';
import { workOf } from '../../src/server/work';
import { askSigned, env, otherSecret } from './support/embed';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';

interface Heard {
  id: string;
  timestamp: string;
  signature: string;
  body: string;
}
interface The {
  gateway: TestGateway;
  server: Server;
  url: string;
  heard: Heard[];
  /** The responses of the partner's server in order, then 200; 0: the connection is closed without one. */
  answers: number[];
  /** Connections of the partner's server since the test began. */
  connections: number;
  secret: string;
  member: string;
  work(): Promise<void>;
}
const test = suite<The>('what partners are told');

test.before(async (the) => {
  the.gateway = await openGateway({ env });
  the.heard = [];
  the.answers = [];
  the.server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const header = (name: string) => String(request.headers[name]);
    the.heard.push({
      id: header('webhook-id'),
      timestamp: header('webhook-timestamp'),
      signature: header('webhook-signature'),
      body,
    });
    const status = the.answers.shift() ?? 200;
    if (!status) return request.socket.destroy();
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('thanks');
  });
  the.server.on('connection', () => the.connections++);
  await new Promise<void>((settle) => the.server.listen(0, settle));
  the.url = `http://localhost:${(the.server.address() as { port: number }).port}/hooks`;
  const { secret } = await setWebhook({ ...the.gateway, now: Date.now }, 'p_shop', the.url);
  the.secret = secret!;
  the.member = (await addMember(the.gateway)).id;
  await the.gateway.db.run
    .insertInto('partner_member')
    .values({ partner: 'p_shop', reference: 'cust-1', member: the.member, at: new Date() })
    .execute();
  const now = () => Date.now() + the.gateway.clock.ahead;
  const log = () => {};
  const { kinds } = await workOf(the.gateway.db, the.gateway.settings, {
    now,
    log,
    files: the.gateway.files,
  });
  const worker = createWorker({ db: the.gateway.db, kinds, schedules: [], now, log });
  the.work = async () => {
    for (let rounds = 0; rounds < 3; rounds++) await worker.work();
  };
});
test.after(async ({ gateway, server }) => {
  server.closeAllConnections();
  await new Promise((settle) => server.close(settle));
  await gateway.close();
});
test.before.each((the) => {
  the.heard.length = the.answers.length = the.connections = 0;
  the.server.closeAllConnections();
});

const happens = ({ gateway, member }: The, message: Parameters<typeof notifyMember>[2]) =>
  gateway.db.tx((tx) => notifyMember(tx, member, message, Date.now() + gateway.clock.ahead));
const log = (the: The) => askSigned(the.gateway, 'messages', { act: 'list' });

test('a partner hears of what happened to its customer: signed, by its own name for them, and no amounts', async (the) => {
  await happens(the, { kind: 'withdrawalApproved', values: { amount: 12_345, number: 'W1' } });
  await happens(the, { kind: 'orderRefunded', values: { orderNo: 'O1', reason: 'a private matter' } });
  await happens(the, { kind: 'passwordChanged', values: {} });
  await the.work();
  const told = the.heard.map(({ body }) => JSON.parse(body));
  assert.equal(
    told.map(({ type, data }) => [type, data]),
    [
      ['withdrawal.updated', { member: 'cust-1', number: 'W1', state: 'approved' }],
      ['order.refunded', { member: 'cust-1', orderNo: 'O1' }],
    ],
  );
  for (const { id, timestamp, signature, body } of the.heard) {
    assert.is(signature, webhookSignature(the.secret, id, timestamp, body));
    assert.not.match(body, /12345|123\.45|private/);
    assert.ok(Math.abs(Number(timestamp) - Date.now() / 1000) < 60);
  }
});

test('messages of one moment arrive in the order of their numbers, over one connection', async (the) => {
  await the.gateway.db.tx(async (tx) => {
    for (let nth = 0; nth < 12; nth++)
      await notifyMember(
        tx,
        the.member,
        { kind: 'orderPaid', values: { orderNo: `S${nth}` } },
        Date.now() + the.gateway.clock.ahead,
      );
  });
  await the.work();
  const told = the.heard.map(({ body }) => JSON.parse(body));
  assert.is(told.length, 12);
  const [first] = told;
  assert.equal(
    told.map(({ sequence }) => sequence - first.sequence),
    Array.from({ length: 12 }, (_, nth) => nth),
  );
  assert.is(the.connections, 1);
  const items = (await log(the)).data.items.slice(0, 12);
  assert.ok(
    items.every(
      (one: { attempts: number; lastResult: string }) => one.attempts === 1 && one.lastResult === '200',
    ),
  );
});

test('a message on a connection that the server has closed is sent again at once, and is no failure', async (the) => {
  the.answers.push(200, 0, 200);
  for (const orderNo of ['K1', 'K2']) await happens(the, { kind: 'orderPaid', values: { orderNo } });
  await the.work();
  assert.equal(
    the.heard.map(({ body }) => JSON.parse(body).data.orderNo),
    ['K1', 'K2', 'K2'],
  );
  const [second, first] = (await log(the)).data.items;
  assert.equal([first.attempts, second.attempts, second.lastResult], [1, 1, '200']);
});

test('after a message that fails, those that are newer still arrive', async (the) => {
  the.answers.push(200, 500);
  for (const orderNo of ['F1', 'F2', 'F3']) await happens(the, { kind: 'orderPaid', values: { orderNo } });
  await the.work();
  assert.equal(
    the.heard.map(({ body }) => JSON.parse(body).data.orderNo),
    ['F1', 'F2', 'F3'],
  );
  const waiting = () =>
    the.gateway.db.run
      .selectFrom('job')
      .select(['attempts', 'last_error'])
      .where('state', '=', 'ready')
      .execute();
  const [job, ...others] = await waiting();
  assert.equal([job?.attempts, others.length], [1, 0]);
  assert.match(String(job?.last_error), 'was not taken: 500');
  the.gateway.clock.ahead += 2100;
  await the.work();
  assert.is(JSON.parse(the.heard[3]?.body ?? '{}').data.orderNo, 'F2');
  assert.equal(await waiting(), []);
});

test('the signature is that of standardwebhooks', () => {
  // the example of its specification
  const body = '{"test": 2432232314}';
  const made = webhookSignature(
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    '1614265330',
    body,
  );
  assert.is(made, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('a failing partner server gets the event again, later each time, until it accepts it, once', async (the) => {
  the.answers.push(500, 302, 404);
  await happens(the, { kind: 'workOrderAnswered', values: { number: 'T1', title: 'secret title' } });
  const heardAfter: number[] = [];
  for (const wait of [0, 2000, 4000, 8000, 16_000]) {
    the.gateway.clock.ahead += wait + 100;
    await the.work();
    heardAfter.push(the.heard.length);
  }
  assert.equal(heardAfter, [1, 2, 3, 4, 4]);
  assert.is(new Set(the.heard.map(({ id }) => id)).size, 1, 'the same message each time');
  const [entry] = (await log(the)).data.items;
  assert.equal([entry.attempts, entry.lastResult, entry.type], [4, '200', 'work_order.answered']);
  assert.ok(entry.deliveredAt);
});

test('a partner reads its log and has a message sent once more; of another’s it learns nothing', async (the) => {
  for (const orderNo of ['O3', 'O4', 'O5']) await happens(the, { kind: 'orderPaid', values: { orderNo } });
  await the.work();
  the.heard.length = 0;
  the.gateway.clock.ahead += 1000;
  await happens(the, { kind: 'orderPaid', values: { orderNo: 'O2' } });
  await the.work();
  const { id } = (await log(the)).data.items.find(({ type }: { type: string }) => type === 'order.paid');
  const forum = { partner: 'p_forum', secret: otherSecret };
  assert.equal((await askSigned(the.gateway, 'messages', { act: 'list' }, forum)).data.items, []);
  assert.is(
    (await askSigned(the.gateway, 'messages', { act: 'replay', id }, forum)).error,
    'message_unknown',
  );
  assert.is((await askSigned(the.gateway, 'messages', { act: 'replay', id })).code, 0);
  await the.work();
  assert.equal(
    the.heard.map((one) => one.id),
    [id, id],
  );
  const all: string[] = [];
  for (let from: string | undefined; ; ) {
    const page = await askSigned(the.gateway, 'messages', {
      act: 'list',
      pageSize: 2,
      ...(from && { from }),
    });
    all.push(...page.data.items.map((one: { id: string }) => one.id));
    from = page.data.next;
    if (!from) break;
  }
  assert.is(new Set(all).size, all.length);
  assert.ok(all.length >= 4);
});

test('from a message of another partner’s a partner reads nothing, not even its own older ones', async (the) => {
  const forum = { partner: 'p_forum', secret: otherSecret };
  const row = (partner: string, at: number) => ({
    id: randomUUID(),
    partner,
    type: 'notice',
    body: '{}',
    attempts: 0,
    at: new Date(Date.now() + at),
  });
  const [own, theirs] = [row('p_forum', -2000), row('p_shop', -1000)];
  await the.gateway.db.run.insertInto('partner_message').values([own, theirs]).execute();
  const list = async (from?: string) =>
    (await askSigned(the.gateway, 'messages', { act: 'list', ...(from && { from }) }, forum)).data.items.map(
      ({ id }: { id: string }) => id,
    );
  assert.equal(await list(), [own.id]);
  assert.equal(await list(theirs.id), []);
});

test('events of a member whom no partner knows reach no partner, and leave no job behind', async (the) => {
  const { id } = await addMember(the.gateway);
  const jobs = () =>
    the.gateway.db.run.selectFrom('job').select('id').where('kind', '=', 'tell-partner').execute();
  const before = await jobs();
  await happens({ ...the, member: id }, { kind: 'orderPaid', values: { orderNo: 'O9' } });
  assert.equal(await jobs(), before);
  await the.work();
  assert.equal(the.heard, []);
});

test('the end of a link is reported, no matter which side ended it', async (the) => {
  const { gateway } = the;
  const { id } = await addMember(gateway);
  await gateway.db.run
    .insertInto('partner_member')
    .values({ partner: 'p_shop', reference: 'cust-2', member: id, at: new Date() })
    .execute();
  await gateway.send('txUser/unlinkPartner', { partner: 'p_shop' }, await gateway.signIn(id));
  await the.work();
  assert.equal(
    the.heard.map(({ body }) => JSON.parse(body).data),
    [{ member: 'cust-2' }],
  );
});

test('a destination is a public address over https; in production never an internal one, by any name', () => {
  for (const wrong of [
    'http://shop.example/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://10.1.2.3/x',
    'https://169.254.169.254/latest',
    'https://[::ffff:10.0.0.1]/x',
    'https://user:pw@shop.example/',
    'https://user@shop.example/',
    'https://:pw@shop.example/',
    'ftp://shop.example/',
    'shop.example',
    'https://2130706433/',
  ])
    assert.ok(wrongDestination(wrong, true), wrong);
  assert.is(wrongDestination('https://hooks.shop.example/cloudphone', true), undefined);
  assert.is(wrongDestination('http://localhost:3000/x', false), undefined);
  assert.ok(wrongDestination('http://192.168.1.4/x', false));
  for (const inside of [
    '127.0.0.1',
    '100.64.1.1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:192.168.0.1',
    '::ffff:c0a8:1',
    '::ffff:101:101', // an IPv4 address in the other way of writing is not looked at closer
  ])
    assert.ok(isInner(inside), inside);
  for (const outside of ['1.1.1.1', '2606:4700::1111', '172.32.0.1', '::ffff:1.1.1.1'])
    assert.not(isInner(outside), outside);
});

test('a name that leads inside is found when it is connected to', async () => {
  const { post } = await import('../../src/server/kernel/destination');
  const said = await post('http://localhost:9/x', '{}', {}, { anywhere: false, timeoutMs: 2000 }).catch(
    (error) => error.message,
  );
  assert.match(said, 'of an inner network');
});

test('that a link ended is told to its own partner and to no other', async (the) => {
  const { gateway } = the;
  await setWebhook({ ...gateway, now: Date.now }, 'p_forum', the.url);
  const { id } = await addMember(gateway);
  for (const partner of ['p_shop', 'p_forum'])
    await gateway.db.run
      .insertInto('partner_member')
      .values({ partner, reference: `at ${partner}`, member: id, at: new Date() })
      .execute();
  await gateway.send('txUser/unlinkPartner', { partner: 'p_forum' }, await gateway.signIn(id));
  await the.work();
  assert.equal(
    the.heard.map(({ body }) => JSON.parse(body).data),
    [{ member: 'at p_forum' }],
  );
});

test('a partner that wants no messages any more gets none, and no job goes on trying', async (the) => {
  await happens(the, { kind: 'orderPaid', values: { orderNo: 'O10' } });
  const gateway = { ...the.gateway, now: Date.now };
  await setWebhook(gateway, 'p_shop', undefined);
  await the.work();
  assert.equal(the.heard, []);
  const left = await the.gateway.db.run
    .selectFrom('job')
    .select(['state', 'last_error'])
    .where('kind', '=', 'send-webhook')
    .where('state', '!=', 'done')
    .execute();
  assert.equal(left, []);
  the.secret = (await setWebhook(gateway, 'p_shop', the.url)).secret!;
});

test.run();
