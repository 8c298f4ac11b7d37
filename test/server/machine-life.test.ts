import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/buying/devices';
import * as orders from '../../src/contract/buying/orders';
import * as session from '../../src/contract/member/auth';
import * as points from '../../src/contract/money/points';
import * as messages from '../../src/contract/support/messages';
import { payRent, rentSchedule } from '../../src/server/accruals/rent';
import { refundOrder } from '../../src/server/checkout/refund-order';
import type { ReportedMachine, WantedMachine } from '../../src/server/devices/provider';
import { providerOverHttp } from '../../src/server/devices/provider-http';
import { runTasks } from '../../src/server/devices/run-tasks';
import { machineSchedule } from '../../src/server/devices/sync-machines';
import { dayLength, dayOf } from '../../src/server/kernel/dates';
import { bringOnline } from './support/machines';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addProduct, booksInOrder, give, held, noProvider, order } from './support/shop';

interface Context {
  gateway: TestGateway;
  as: Sent;
  member: string;
}
const test = suite<Context>('machine life');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  context.gateway.clock.ahead = 0;
  context.member = (await addMember(context.gateway, { examine_state: 0 })).id;
  context.as = await context.gateway.signIn(context.member);
  await give(context.gateway, context.member, 'balance', 10_000_00);
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

/** A provider's reports about machines, and the requests that it received. */
function playedProvider(state: ReportedMachine['state']) {
  const played = {
    sandbox: false,
    state,
    told: [] as WantedMachine[],
    progress: 0,
    async sync(machines: readonly WantedMachine[]): Promise<ReportedMachine[]> {
      played.told = [...machines];
      return machines
        .filter(({ wanted }) => wanted)
        .map(({ id, task }) => ({
          id,
          state: played.state,
          ...(task && { task: { id: task.id, progress: played.progress } }),
        }));
    },
  };
  return played;
}

const now = ({ gateway }: Context) => Date.now() + gateway.clock.ahead;
async function buy({ gateway, as }: Context, quantity = 2, days = 30) {
  const productId = await addProduct(gateway, { days, daily_rent: 2_00 });
  const { body } = await order(gateway, as, orders.addByMoney, { productId, quantity });
  const [device] = (await gateway.send(calls.listDevices, {}, as)).body.items as calls.Device[];
  return { productId, orderNo: body.orderNo as string, serialNumber: device?.serialNumber ?? '' };
}
const deviceOf = async ({ gateway, as }: Context, serialNumber: string) =>
  (await gateway.send(calls.getDevice, { serialNumber }, as)).body as calls.Device;
const machinesOf = async ({ gateway, as }: Context, serialNumber: string) =>
  (await gateway.send(calls.listMachines, { serialNumber }, as)).body.items as calls.Machine[];
const told = async ({ gateway, as }: Context) =>
  ((await gateway.send(messages.listMessages, {}, as)).body.items as { title: string }[]).map(
    ({ title }) => title,
  );
const tellAgain = ({ gateway, as }: Context, serialNumber: string, state: number) =>
  gateway.send(calls.updateTaskState, { serialNumber, state, requestKey: randomUUID() }, as);

test('machines are paid, prepared, online, offline and back, as their provider says it', async (context) => {
  const { gateway } = context;
  const { serialNumber } = await buy(context);
  assert.is((await deviceOf(context, serialNumber)).state, 'paid');
  const provider = playedProvider('preparing');
  const steps = [
    ['preparing', 'paid', 0],
    ['prepared', 'prepared', 0],
    ['online', 'online', 2],
    ['offline', 'offline', 0],
    ['online', 'online', 2],
  ] as const;
  for (const [state, seen, online] of steps) {
    provider.state = state;
    await machineSchedule(provider).run(gateway.db, now(context));
    const device = await deviceOf(context, serialNumber);
    assert.equal([device.state, device.online], [seen, online]);
    for (const machine of await machinesOf(context, serialNumber)) {
      const own = state === 'prepared' ? 'offline' : seen;
      assert.equal([machine.state, machine.online], [own, online > 0]);
    }
  }
});

test('a member who buys about a thousand machines at once gets each of them', async ({ gateway, as }) => {
  const productId = await addProduct(gateway, { price: 1, daily_rent: 1 });
  for (const quantity of [1000, 1001]) {
    const { code, body, message } = await order(gateway, as, orders.addByMoney, { productId, quantity });
    assert.is(code, '1', message);
    const { rows } = await sql<{ machines: number; last: number }>`
      select count(distinct m.id)::int as machines, max(m.position) as last from machine m
      join purchase_line l on l.device = m.serial_number and l.member = m.member
      where l.order_no = ${body.orderNo}`.execute(gateway.db.run);
    assert.equal(rows, [{ machines: quantity, last: quantity }]);
  }
});

test('a machine that comes online gets a task, which its provider is told to run, pause and go on with', async (context) => {
  const { gateway } = context;
  const { serialNumber } = await buy(context, 1);
  const provider = playedProvider('online');
  await bringOnline(gateway, provider);
  assert.is(provider.told[0]?.task, undefined);
  assert.is((await machinesOf(context, serialNumber))[0]?.task?.state, 1);
  await tellAgain(context, serialNumber, 2);
  await bringOnline(gateway, provider);
  assert.is(provider.told[0]?.task?.state, 'paused');
  await tellAgain(context, serialNumber, 1);
  provider.progress = 40;
  await bringOnline(gateway, provider);
  assert.is(provider.told[0]?.task?.state, 'running');
  assert.is((await machinesOf(context, serialNumber))[0]?.task?.progress, 40);
  await runTasks(gateway.db, now(context), 'provider');
  assert.is((await machinesOf(context, serialNumber))[0]?.task?.progress, 40);
});

test('rent is paid for the machines that were online on a day, and a day without any costs none', async (context) => {
  const { gateway, member } = context;
  const { serialNumber } = await buy(context, 2);
  const provider = playedProvider('online');
  const sync = provider.sync;
  provider.sync = async (machines) => sync(machines.filter(({ id }) => id.endsWith('-001')));
  await bringOnline(gateway, provider);
  const before = await held(gateway, member);
  const today = Date.now();
  const settle = async (days: number) => {
    await payRent(gateway.db, dayOf(today + days * dayLength), today + (days + 1) * dayLength);
    return (await held(gateway, member)) - before;
  };
  assert.is(await settle(0), 0, 'the first day is the one after it came online');
  assert.is(await settle(1), 2_00, 'one of two machines was online');
  provider.sync = sync;
  provider.state = 'offline';
  gateway.clock.ahead = dayLength;
  await tellAgain(context, serialNumber, 2);
  await bringOnline(gateway, provider);
  assert.is(await settle(2), 2_00, 'none was online');
  assert.is((await deviceOf(context, serialNumber)).remainingDays, 29);
});

test('a member gets a message before and when machines expire, and renews them', async (context) => {
  const { gateway } = context;
  const { serialNumber, productId } = await buy(context, 1, 9);
  await bringOnline(gateway);
  const start = Date.now();
  const pass = async (days: number) => {
    gateway.clock.ahead = days * dayLength;
    await rentSchedule.run(gateway.db, start + days * dayLength);
    return (await deviceOf(context, serialNumber)).state;
  };
  assert.is(await pass(2), 'online');
  assert.is(await pass(3), 'expiring');
  assert.equal(
    (await told(context)).filter((title) => title.includes('expire')),
    ['Cloud phones expire soon'],
  );
  await pass(7);
  assert.is(await pass(10), 'expired');
  assert.ok((await told(context)).includes('Cloud phones expired'));
  const [machine] = await machinesOf(context, serialNumber);
  assert.equal([machine?.state, machine?.online, machine?.task], ['expired', false, undefined]);
  context.as = await gateway.signIn(context.member);
  await order(gateway, context.as, orders.addByMoney, { productId, quantity: 1, serialNumber });
  await bringOnline(gateway);
  assert.is((await deviceOf(context, serialNumber)).state, 'online');
  assert.is((await machinesOf(context, serialNumber))[0]?.task?.state, 1);
});

test('machines that nobody renewed end, and can be renewed no more', async (context) => {
  const { gateway } = context;
  const { serialNumber, productId } = await buy(context, 1, 1);
  await bringOnline(gateway);
  for (const days of [2, 33]) {
    gateway.clock.ahead = days * dayLength;
    await rentSchedule.run(gateway.db, now(context));
  }
  context.as = await gateway.signIn(context.member);
  assert.is((await deviceOf(context, serialNumber)).state, 'ended');
  const again = await order(gateway, context.as, orders.addByMoney, { productId, quantity: 1, serialNumber });
  assert.is(again.code, '500');
});

test('a refund ends tasks, rent, the right to navigate and the count of the hundred, whenever it comes', async (context) => {
  const { gateway, as, member } = context;
  const phones = async () => (await gateway.send(points.exchange, {}, as)).body.phones;
  const examined = async () => (await gateway.send(session.getInfo, {}, as)).body.userInfo.examineState;
  for (const moment of ['paid', 'online', 'expired']) {
    const { orderNo, serialNumber } = await buy(context, 3, 1);
    const start = Date.now();
    assert.equal([await phones(), await examined()], [3, 1]);
    if (moment !== 'paid') await bringOnline(gateway);
    if (moment === 'expired') await rentSchedule.run(gateway.db, start + 2 * dayLength);
    await refundOrder(
      gateway.db,
      noProvider,
      { orderNo, reason: 'Not wanted', requestKey: randomUUID() },
      start,
    );
    const provider = playedProvider('online');
    await bringOnline(gateway, provider);
    assert.equal(
      provider.told.map(({ wanted }) => wanted),
      [false, false, false],
      'the provider lets go of them',
    );
    const device = await deviceOf(context, serialNumber);
    const { state, online, running, remainingRent } = device;
    assert.equal(
      { state, online, running, remainingRent },
      { state: 'refunded', online: 0, running: 0, remainingRent: 0 },
    );
    const stat = (await gateway.send(calls.taskStat, { serialNumber }, as)).body;
    assert.equal([stat.waiting, stat.running, stat.paused], [0, 0, 0]);
    assert.equal([await phones(), await examined()], [0, 0]);
    const summary = (await gateway.send(calls.listDevices, {}, as)).body.summary;
    assert.is(summary.total, 0);
    const before = await held(gateway, member);
    await payRent(gateway.db, dayOf(start + dayLength), start + 2 * dayLength);
    assert.is(await held(gateway, member), before);
  }
});

test('a member with another machine that is not refunded keeps the right to navigate', async (context) => {
  const { gateway, as } = context;
  const { orderNo } = await buy(context, 1);
  const other = await buy(context, 1);
  await bringOnline(gateway);
  await refundOrder(
    gateway.db,
    noProvider,
    { orderNo, reason: 'Not wanted', requestKey: randomUUID() },
    Date.now(),
  );
  const { online, running } = await deviceOf(context, other.serialNumber);
  assert.equal([online, running], [1, 1], 'and it goes on with its task');
  assert.is((await gateway.send(session.getInfo, {}, as)).body.userInfo.examineState, 1);
});

test('a provider gets the target state of machines over HTTP with the key, and its response is checked', async () => {
  const asked: { url?: string | undefined; key?: string | undefined; body: unknown }[] = [];
  let said: object = { machines: [{ id: 'm-1', state: 'online', task: { id: 't-1', progress: 7 } }] };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    asked.push({ url: request.url, key: request.headers.authorization, body: JSON.parse(body) });
    response.setHeader('content-type', 'application/json').end(JSON.stringify(said));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const provider = providerOverHttp({ api: `http://127.0.0.1:${port}`, key: 'k-1' });
  const wanted = [{ id: 'm-1', serialNumber: 'CP1', wanted: true }];
  assert.equal(await provider.sync(wanted, 0), [
    { id: 'm-1', state: 'online', task: { id: 't-1', progress: 7 } },
  ]);
  assert.equal(asked, [{ url: '/machines/sync', key: 'Bearer k-1', body: { machines: wanted } }]);
  said = { machines: [{ id: 'm-1', state: 'exploded' }] };
  await provider.sync(wanted, 0).then(
    () => assert.unreachable('an answer that means nothing was taken'),
    () => {},
  );
  server.close();
});

test.run();
