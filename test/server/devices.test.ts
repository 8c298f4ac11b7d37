import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/buying/devices';
import { pictureOf } from '../../src/server/pictures/artwork/pictures';
import { addOrder } from './support/devices';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addProduct } from './support/shop';

const test = suite<{ gateway: TestGateway; as: Sent; member: string }>('devices');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  context.member = (await addMember(context.gateway)).id;
  context.as = await context.gateway.signIn(context.member);
});
test.after(({ gateway }) => gateway.close());

const day = 86_400_000;
const nothing = { working: 0, idle: 0, expiring: 0, offline: 0 };

test('a member sees their device orders newest first, a page at a time, none twice', async ({
  gateway,
  as,
  member,
}) => {
  const orders = [];
  for (let at = 0; at < 23; at++)
    orders.push(await addOrder(gateway, member, { orderedAt: Date.now() - (at >> 1) * day }));
  const first = (await gateway.send(calls.listDevices, {}, as)).body;
  assert.is(first.items.length, 20);
  const second = (await gateway.send(calls.listDevices, { from: first.next }, as)).body;
  assert.is(second.items.length, 3);
  assert.is(second.next, undefined);
  const all = [...first.items, ...second.items];
  assert.equal(new Set(all.map((one) => one.serialNumber)), new Set(orders));
  const times = all.map((one) => one.orderTime);
  assert.equal(times, [...times].sort().reverse());
});

test('a device order tells how many of its machines are online and at work', async ({
  gateway,
  as,
  member,
}) => {
  const orderedAt = Date.parse('2026-03-04T05:06:07.089Z');
  const order = {
    orderedAt,
    quantity: 5,
    offline: [2],
    tasks: { 1: [1, 3], 3: [1], 4: [2] },
    rent: 1_50,
    days: 10,
  };
  const serialNumber = await addOrder(gateway, member, order);
  assert.equal((await gateway.send(calls.getDevice, { serialNumber }, as)).body, {
    serialNumber,
    name: 'Studio',
    picture: pictureOf({ picture: null, category: 'machines' }),
    state: 'online',
    online: 4,
    total: 5,
    orderTime: '2026-03-04T05:06:07.089Z',
    quantity: 5,
    remainingRent: 15_00,
    remainingDays: 10,
    running: 2,
  });
});

test('the summary counts every order, and today apart', async ({ gateway, as, member }) => {
  const serialNumber = await addOrder(gateway, member, { quantity: 3, offline: [1] });
  await addOrder(gateway, member, { quantity: 2 });
  const log = (id: string, amount: number, at: number) => ({
    id: `${serialNumber}${id}`,
    serial_number: serialNumber,
    member,
    kind: 'rent' as const,
    day: '',
    at: new Date(at),
    amount,
    machines: 3,
  });
  const rows = [
    log('a', 5_00, Date.now()),
    log('b', 7_00, Date.now() - day),
    log('c', 1_00, Date.now() - 40 * day),
  ];
  await gateway.db.run.insertInto('order_log').values(rows).execute();
  const { summary } = (await gateway.send(calls.listDevices, {}, as)).body;
  const fleet = { working: 0, idle: 4, expiring: 0, offline: 1 };
  assert.equal(summary, { online: 4, total: 5, ...fleet, rentToday: 5_00, rentTotal: 13_00 });
});

test('every machine is counted once: at work, idle, about to end, offline', async ({
  gateway,
  as,
  member,
}) => {
  await addOrder(gateway, member, {
    quantity: 9,
    offline: [9],
    tasks: { 1: [1, 1], 2: [1], 3: [0, 3], 9: [1] },
  });
  await addOrder(gateway, member, { quantity: 3, offline: [1], tasks: { 2: [1] }, days: 7 });
  const { summary } = (await gateway.send(calls.listDevices, {}, as)).body;
  const { total, online, working, idle, expiring, offline } = summary;
  assert.equal({ total, online }, { total: 12, online: 10 });
  assert.equal({ working, idle, expiring, offline }, { working: 2, idle: 6, expiring: 2, offline: 2 });
});

test('plans and tasks have their names in the language of the request, also what was stored in English', async ({
  gateway,
  as,
  member,
}) => {
  await addProduct(gateway, { id: 'plan', name_en: 'Studio', name_zh: '工作室套餐', picture: 'rack' });
  const serialNumber = await addOrder(gateway, member, { tasks: { 1: [1] } });
  const zh = { ...as, locale: 'zh_CN' };
  const device = (await gateway.send(calls.getDevice, { serialNumber }, zh)).body;
  assert.is(device.name, '工作室套餐');
  assert.match(device.picture, /^\/product-pictures\/rack-/);
  const { items } = (await gateway.send(calls.listTasks, { serialNumber }, zh)).body;
  assert.is(items[0].name, '观看直播');
  const [machine] = (await gateway.send(calls.listMachines, { serialNumber }, as)).body.items;
  assert.is(machine.task.name, 'Watch livestreams');
});

test('a member without devices sees an empty list', async ({ gateway, as }) => {
  const none = { items: [], summary: { online: 0, total: 0, ...nothing, rentToday: 0, rentTotal: 0 } };
  assert.equal((await gateway.send(calls.listDevices, {}, as)).body, none);
});

test('the machines of an order come thirty at a time, with what they are at', async ({
  gateway,
  as,
  member,
}) => {
  const serialNumber = await addOrder(gateway, member, {
    quantity: 70,
    tasks: { 1: [3, 0, 1], 2: [0, 2], 3: [3] },
  });
  const seen = [];
  for (let from: string | undefined, at = 0; at < 3; at++) {
    const { body } = await gateway.send(calls.listMachines, { serialNumber, from }, as);
    assert.is(body.items.length, [30, 30, 10][at]);
    seen.push(...body.items);
    from = body.next;
  }
  assert.equal(
    seen.map((one) => one.name),
    Array.from({ length: 70 }, (_, at) => `M${at + 1}`),
  );
  assert.equal(
    seen.slice(0, 4).map(({ task }) => task?.state),
    [1, 2, undefined, undefined],
  );
  assert.is(seen[0].task.machine, 'M1');
});

test('an order of another member is as unknown as one that does not exist', async ({ gateway, as }) => {
  const other = await addMember(gateway);
  const serialNumber = await addOrder(gateway, other.id, { tasks: { 1: [1] } });
  const requestKey = 'b1f2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d';
  for (const [call, input] of [
    [calls.getDevice, {}],
    [calls.listMachines, {}],
    [calls.listTasks, {}],
    [calls.taskStat, {}],
    [calls.updateTaskState, { state: 2, requestKey }],
    [calls.listOrderLog, {}],
  ] as const) {
    const theirs = await gateway.send(call, { ...input, serialNumber }, as);
    const nobodys = await gateway.send(call, { ...input, serialNumber: 'CP0' }, as);
    assert.is(theirs.code, '500', call.path);
    assert.is(theirs.message, 'Cloud phone order not found', call.path);
    assert.equal(
      [theirs.code, theirs.message, theirs.body],
      [nobodys.code, nobodys.message, nobodys.body],
      call.path,
    );
  }
  assert.equal((await gateway.send(calls.listDevices, {}, as)).body.items, []);
  assert.equal((await gateway.send(calls.listTasks, {}, as)).body.items, []);
});

test('all cloud phones of a member are listed by each count of the summary, found and sorted', async ({
  gateway,
  as,
  member,
}) => {
  const tasks = { 1: [1], 2: [2] };
  const first = await addOrder(gateway, member, { quantity: 4, offline: [4], tasks, days: 20 });
  const second = await addOrder(gateway, member, { quantity: 3, offline: [3], tasks: { 1: [1] }, days: 5 });
  await addOrder(gateway, (await addMember(gateway)).id, { quantity: 2 });
  const ids = async (input: object) =>
    ((await gateway.send(calls.listFleet, input, as)).body.items as calls.FleetMachine[]).map(({ id }) => id);
  const { summary } = (await gateway.send(calls.listDevices, {}, as)).body;
  for (const state of calls.fleetStates) assert.is((await ids({ state })).length, summary[state], state);
  assert.equal(await ids({ state: 'working' }), [`${first}-1`]);
  assert.equal(await ids({ state: 'idle' }), [`${first}-2`, `${first}-3`]);
  assert.equal(await ids({ state: 'expiring' }), [`${second}-1`, `${second}-2`]);
  assert.equal(new Set(await ids({ state: 'offline' })), new Set([`${first}-4`, `${second}-3`]));
  assert.is((await ids({})).length, summary.total);
  assert.equal(await ids({ keyword: second.toLowerCase(), state: 'offline' }), [`${second}-3`]);
  assert.equal(await ids({ keyword: '%' }), []);
  assert.equal(
    (await ids({ sort: 'days' })).slice(0, 3).sort(),
    [1, 2, 3].map((at) => `${second}-${at}`),
  );
});

test('a list of many cloud phones has each of them once, page by page', async ({ gateway, as, member }) => {
  await addOrder(gateway, member, { quantity: 40, days: 20 });
  await addOrder(gateway, member, { quantity: 25, days: 9 });
  for (const sort of ['name', 'days'] as const) {
    const all: string[] = [];
    let from: string | undefined;
    do {
      const { body } = await gateway.send(calls.listFleet, { sort, from }, as);
      all.push(...(body.items as calls.FleetMachine[]).map(({ id }) => id));
      from = body.next;
    } while (from);
    assert.equal([all.length, new Set(all).size], [65, 65], sort);
  }
});

test('a cursor that is none of ours is refused', async ({ gateway, as, member }) => {
  const serialNumber = await addOrder(gateway, member);
  const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  for (const from of [
    'x',
    made({}),
    made([]),
    made(['a', 'b']),
    made([1e300, 'x']),
    made([9e15, 'x']),
    made([1.5]),
  ])
    for (const call of [
      calls.listDevices,
      calls.listMachines,
      calls.listFleet,
      calls.listTasks,
      calls.listOrderLog,
    ]) {
      const { code, body } = await gateway.send(call, { serialNumber, from }, as);
      assert.is(code, '5001', `${call.path} ${from}`);
      assert.equal(body.problems, { from: { rule: 'wrong' } });
    }
});

test('a list of cloud phones goes on from any number of days that there may be', async ({ gateway, as }) => {
  const from = async (...values: unknown[]) => {
    const cursor = Buffer.from(JSON.stringify(values)).toString('base64url');
    const { code, body } = await gateway.send(calls.listFleet, { sort: 'days', from: cursor }, as);
    return code === '1' ? body.items : body.problems;
  };
  for (const end of [
    [1.5, 'a', 'b'],
    [1e9 + 1, 'a', 'b'],
    [1, 'a\0', 'b'],
  ])
    assert.equal(await from(...end), { from: { rule: 'wrong' } });
  assert.equal([await from(1e9, 'a', 'b'), await from(-1e9, 'a', 'b')], [[], []]);
});

test('devices are for members', async ({ gateway }) => {
  assert.is((await gateway.send(calls.listDevices, {})).code, '510');
});

test.run();
