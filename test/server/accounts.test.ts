import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as devices from '../../src/contract/buying/devices';
import * as orders from '../../src/contract/buying/orders';
import * as calls from '../../src/contract/video/accounts';
import * as logs from '../../src/contract/video/logs';
import { collectCoins } from '../../src/server/accounts/collect-coins';
import { eraseAccounts } from '../../src/server/accounts/leaving';
import { sandboxPlatform } from '../../src/server/accounts/sandbox';
import { refundOrder } from '../../src/server/checkout/refund-order';
import { stopMachines } from '../../src/server/devices/end-machines';
import { runTasks } from '../../src/server/devices/run-tasks';
import { dayOf } from '../../src/server/kernel/dates';
import { addOrder, type Order } from './support/devices';
import { bringOnline } from './support/machines';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addRows } from './support/rows';
import { addProduct, give, noProvider, order } from './support/shop';
import { desk } from './support/wallet';

const test = suite<{ gateway: TestGateway; as: Sent; member: string }>('accounts');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  context.member = (await addMember(context.gateway)).id;
  context.as = await context.gateway.signIn(context.member);
});
test.after(({ gateway }) => gateway.close());

const hour = 3_600_000;
const newName = () => `mei.${randomUUID().slice(0, 8)}`;
/** One that visits more than three live rooms in the next hours, whatever the time of day. */
async function busyName(hours = 3): Promise<string> {
  const soon = Date.now() + 60_000;
  for (;;) {
    const name = newName();
    if ((await sandboxPlatform.visits(name, soon, soon + hours * hour - 120_000)).length > 3) return name;
  }
}
const link = (gateway: TestGateway, as: Sent, input: object = {}) =>
  gateway.send(calls.addTiktok, { account: newName(), requestKey: randomUUID(), ...input }, as);
const list = async (gateway: TestGateway, as: Sent, input: object = {}) =>
  (await gateway.send(calls.listAccounts, input, as)).body;
const log = async (gateway: TestGateway, as: Sent, input: object = {}) =>
  (await gateway.send(logs.listGrabRecords, input, as)).body;
/** Three hours later, the job has run. */
const later = async ({ db }: TestGateway, hours = 3, from = Date.now()) => {
  await collectCoins(db, sandboxPlatform, from + hours * hour);
};

test('a bought cloud phone gets a task; its linked account gets records and coins after the job has run', async ({
  gateway,
  as,
  member,
}) => {
  await give(gateway, member, 'balance', 1000_00);
  const bought = await order(gateway, as, orders.addByMoney, { productId: await addProduct(gateway) });
  assert.is(bought.code, '1');
  await bringOnline(gateway);
  const [device] = (await gateway.send(devices.listDevices, {}, as)).body.items;
  assert.is(device.running, 1);
  const linked = await link(gateway, as, {
    account: await busyName(),
    nickname: 'Mei cooks',
    serialNumber: device.serialNumber,
  });
  assert.is(linked.code, '1');
  const [before] = (await list(gateway, as)).items;
  assert.equal(
    [before.state, before.nickname, before.machineId],
    [1, 'Mei cooks', `${device.serialNumber}-001`],
  );
  assert.equal((await log(gateway, as)).items, []);

  await later(gateway);
  const { items, total, grabbed, missed } = await log(gateway, as);
  assert.ok(items.length > 3, 'three hours bring some records');
  assert.is(grabbed + missed, items.length);
  assert.is(
    total,
    items.reduce((sum: number, one: logs.GrabRecord) => sum + one.amount, 0),
  );
  assert.ok(items.every((one: logs.GrabRecord) => (one.state === 1) === one.amount > 0));
  const [after] = (await list(gateway, as)).items;
  assert.is(after.coins - before.coins, total);
  const today = items.filter((one: logs.GrabRecord) => dayOf(Date.parse(one.time)) === dayOf(Date.now()));
  const detail = (await gateway.send(calls.tiktokDetail, { id: after.id }, as)).body;
  assert.equal([detail.nickname, detail.coins, detail.visits], ['Mei cooks', after.coins, today.length]);
  for (const { account, nickname, liveRoomName, streamerAccount } of items as logs.GrabRecord[]) {
    assert.equal([account, nickname], [after.account, 'Mei cooks']);
    assert.ok(liveRoomName && streamerAccount && liveRoomName !== streamerAccount);
  }
  const { points } = (await gateway.send(calls.tiktokGraph, { id: after.id, days: 7 }, as)).body;
  assert.is(points.length, 7);
  const inThree = dayOf(Date.now() + 3 * hour);
  const tomorrow = items
    .filter((one: logs.GrabRecord) => dayOf(Date.parse(one.time)) !== dayOf(Date.now()))
    .reduce((sum: number, one: logs.GrabRecord) => sum + one.amount, 0);
  if (inThree === dayOf(Date.now())) assert.is(points[6].coins, total);
  else assert.is(points[6].coins, total - tomorrow);
});

test('the same hours fetched twice, or by two gateways at once, count once', async ({
  gateway,
  as,
  member,
}) => {
  const serialNumber = await addOrder(gateway, member, { tasks: { 1: [1] }, orderedAt: Date.now() - hour });
  await link(gateway, as, { serialNumber });
  await Promise.all([later(gateway), later(gateway), later(gateway)]);
  const first = await log(gateway, as);
  const [{ coins }] = (await list(gateway, as)).items;
  await later(gateway);
  assert.equal((await log(gateway, as)).total, first.total);
  assert.is((await list(gateway, as)).items[0].coins, coins);
});

const resting: [what: string, how: Order][] = [
  ['is paused', { tasks: { 1: [2] } }],
  ['is offline', { tasks: { 1: [1] }, offline: [1] }],
  ['has no task that runs', { tasks: { 1: [0, 3] } }],
];
for (const [what, how] of resting)
  test(`a cloud phone that ${what} brings no coins`, async ({ gateway, as, member }) => {
    const serialNumber = await addOrder(gateway, member, how);
    await link(gateway, as, { serialNumber });
    await later(gateway);
    assert.equal((await log(gateway, as)).items, []);
  });

test('expired or refunded cloud phones bring no coins, and their tasks end', async ({
  gateway,
  as,
  member,
}) => {
  const expired = await addOrder(gateway, member, { tasks: { 1: [1] } });
  await link(gateway, as, { serialNumber: expired });
  await gateway.db.tx((tx) => stopMachines(tx, { member, serialNumber: expired }, Date.now()));
  await gateway.db.run.updateTable('device_order').set({ days_left: 0 }).execute();
  await give(gateway, member, 'balance', 1000_00);
  const { body } = await order(gateway, as, orders.addByMoney, { productId: await addProduct(gateway) });
  await bringOnline(gateway);
  const [bought] = (await gateway.send(devices.listDevices, {}, as)).body.items;
  await link(gateway, as, { serialNumber: bought.serialNumber });
  const reason = 'not wanted';
  await refundOrder(
    gateway.db,
    noProvider,
    { orderNo: body.orderNo, reason, requestKey: randomUUID() },
    Date.now(),
  );
  await later(gateway);
  assert.equal((await log(gateway, as)).items, []);
  await runTasks(gateway.db, Date.now());
  const stat = (await gateway.send(devices.taskStat, {}, as)).body;
  assert.equal(stat, { waiting: 0, running: 0, paused: 0, finished: 2 });
});

test('a task ends, the next begins, and a cloud phone without one gets one', async ({
  gateway,
  as,
  member,
}) => {
  await addOrder(gateway, member, { quantity: 3, tasks: { 1: [1, 0], 3: [2] } });
  for (let at = 0; at < 45; at++) await runTasks(gateway.db, Date.now());
  const stat = (await gateway.send(devices.taskStat, {}, as)).body;
  assert.equal(stat, { waiting: 0, running: 2, paused: 1, finished: 1 });
});

test('an account that the platform does not know, or that is linked, is refused at its field', async ({
  gateway,
  as,
}) => {
  const unknown = await link(gateway, as, { account: 'gone.fishing' });
  assert.equal([unknown.code, unknown.body.problems], ['5001', { account: { rule: 'wrong' } }]);
  const account = newName();
  assert.is((await link(gateway, as, { account: `@${account}` })).code, '1');
  const other = await gateway.signIn((await addMember(gateway)).id);
  for (const who of [as, other]) {
    const again = await link(gateway, who, { account: account.toUpperCase() });
    assert.equal([again.code, again.body.problems], ['5001', { account: { rule: 'taken' } }]);
  }
  for (const wrong of ['a', 'two words', '<b>', ''])
    assert.is((await link(gateway, as, { account: wrong })).code, '5001', wrong);
});

test('members who link one account at the same moment: one has it', async ({ gateway, as }) => {
  const others = [addMember(gateway), addMember(gateway), addMember(gateway)];
  const all = [as, ...(await Promise.all(others.map(async (one) => gateway.signIn((await one).id))))];
  const account = newName();
  const answers = await Promise.all(all.map((who) => link(gateway, who, { account })));
  assert.equal(answers.map(({ code }) => code).sort(), ['1', '5001', '5001', '5001']);
  const held = await Promise.all(all.map(async (who) => (await list(gateway, who)).items.length));
  assert.equal(held.sort(), [0, 0, 0, 1]);
});

test('an account that support has unlinked, or whose member is gone, can be linked by others', async ({
  gateway,
  as,
  member,
}) => {
  const account = newName();
  const first = await link(gateway, as, { account });
  const next = await addMember(gateway);
  const nextAs = await gateway.signIn(next.id);
  await desk(gateway, `accounts/${first.body.id}/unlink`, { reason: 'Not yours' });
  assert.is((await link(gateway, nextAs, { account })).code, '1');
  assert.is((await link(gateway, as, { account })).code, '5001', 'and only by one of them');
  await desk(gateway, `accounts/${first.body.id}/unlink`, { reason: 'Not yours' });
  assert.is((await link(gateway, as, { account })).code, '5001', 'a repetition gives up nothing');
  await gateway.db.tx((tx) => eraseAccounts(tx, member));
  assert.is((await link(gateway, as, { account })).code, '5001', 'nor do accounts of earlier');
  await gateway.db.tx((tx) => eraseAccounts(tx, next.id));
  assert.is((await link(gateway, as, { account })).code, '1');
});

test('linking twice with one key links once, and an account that was unlinked can be linked again', async ({
  gateway,
  as,
}) => {
  const form = { account: newName(), requestKey: randomUUID() };
  const [one, two] = [await link(gateway, as, form), await link(gateway, as, form)];
  assert.equal(one.body, two.body);
  assert.is((await list(gateway, as)).items.length, 1);
  const { id } = one.body;
  const unlink = { ids: [id], requestKey: randomUUID() };
  assert.equal((await gateway.send(calls.unlinkTiktok, unlink, as)).body, { unlinked: 1 });
  const again = { ...unlink, requestKey: randomUUID() };
  assert.is((await gateway.send(calls.unlinkTiktok, again, as)).code, '500');
  assert.equal((await list(gateway, as)).items, []);
  assert.is((await link(gateway, as, { account: form.account })).code, '1');
});

test('an account is listed with its avatar, if it has one', async ({ gateway, as, member }) => {
  const row = (avatar: string | null) => ({ member, account: newName(), linked: newName(), avatar });
  await addRows(gateway, 'short_video_account', [row('https://a.example/a.png'), row(null)]);
  const { items } = await list(gateway, as);
  assert.equal(items.map(({ avatar }: { avatar?: string }) => avatar).sort(), [
    'https://a.example/a.png',
    undefined,
  ]);
});

test('two accounts never run on one cloud phone', async ({ gateway, as, member }) => {
  const serialNumber = await addOrder(gateway, member, { quantity: 2 });
  const free = async () =>
    (await gateway.send(calls.listFreeMachines, {}, as)).body.items.map((one: { id: string }) => one.id);
  assert.equal(await free(), [`${serialNumber}-1`, `${serialNumber}-2`]);
  assert.is((await link(gateway, as, { machineId: `${serialNumber}-1` })).code, '1');
  const taken = await link(gateway, as, { machineId: `${serialNumber}-1` });
  assert.equal(taken.body.problems, { machineId: { rule: 'taken' } });
  assert.is(taken.message, 'This cloud phone already runs another account');
  const missing = await link(gateway, as, { machineId: 'no-such-machine' });
  assert.equal(missing.body.problems, { machineId: { rule: 'wrong' } });
  assert.is(missing.message, 'Cloud phone order not found');
  assert.is((await link(gateway, as, { serialNumber })).code, '1', 'the second one is free');
  const full = await link(gateway, as, { serialNumber });
  assert.equal(full.body.problems, { serialNumber: { rule: 'taken' } });
  assert.equal(await free(), []);
  const [{ id }] = (await list(gateway, as)).items;
  const edit = { id, nickname: 'New', machineId: null, requestKey: randomUUID() };
  assert.is((await gateway.send(calls.tiktokEdit, edit, as)).code, '1');
  const detail = (await gateway.send(calls.tiktokDetail, { id }, as)).body;
  assert.equal([detail.nickname, detail.machine], ['New', undefined]);
  assert.is((await free()).length, 1);
});

test('an account gets a free cloud phone of the device order that its member names, and of no other', async ({
  gateway,
  as,
  member,
}) => {
  await addOrder(gateway, member);
  const serialNumber = await addOrder(gateway, member, { quantity: 2 });
  for (let linked = 0; linked < 2; linked++) assert.is((await link(gateway, as, { serialNumber })).code, '1');
  const machines = (await list(gateway, as)).items.map((one: { machineId: string }) => one.machineId);
  assert.equal(machines.sort(), [`${serialNumber}-1`, `${serialNumber}-2`]);
  const full = await link(gateway, as, { serialNumber });
  assert.equal(full.body.problems, { serialNumber: { rule: 'taken' } });
});

test('nothing of an account is reachable by another member', async ({ gateway, as, member }) => {
  const serialNumber = await addOrder(gateway, member, { quantity: 2, tasks: { 1: [1] } });
  const { id } = (await link(gateway, as, { serialNumber })).body;
  await later(gateway);
  const other = await gateway.signIn((await addMember(gateway)).id);
  const requestKey = randomUUID();
  for (const [call, input] of [
    [calls.tiktokDetail, { id }],
    [calls.tiktokGraph, { id, days: 30 }],
    [calls.updateTime, { id }],
    [calls.tiktokEdit, { id, nickname: 'x', requestKey }],
    [calls.unlinkTiktok, { ids: [id], requestKey }],
    [logs.listGrabRecords, { accountId: id }],
  ] as const) {
    const { code, message } = await gateway.send(call, input, other);
    assert.equal([code, message], ['500', 'Account not found'], call.path);
  }
  assert.equal((await log(gateway, other)).items, []);
  assert.equal((await list(gateway, other)).items, []);
  assert.is((await link(gateway, other, { serialNumber })).code, '5001', 'nor can their cloud phone be used');
  assert.is((await list(gateway, as)).items.length, 1);
});

test('the list looks for names, keeps to a state, and comes twenty at a time', async ({
  gateway,
  as,
  member,
}) => {
  const serialNumber = await addOrder(gateway, member, { quantity: 1, tasks: { 1: [1] } });
  await link(gateway, as, { account: `hundred.${newName()}`, nickname: '100% Wool', serialNumber });
  for (let at = 0; at < 24; at++) await link(gateway, as, { nickname: `Shop ${at}` });
  await link(gateway, as, { account: `out.${newName()}` });
  const first = await list(gateway, as);
  const second = await list(gateway, as, { from: first.next });
  assert.equal([first.items.length, second.items.length, second.next], [20, 6, undefined]);
  assert.equal(first.summary.states, [24, 1, 0, 1]);
  assert.is(first.summary.sandbox, true);
  const found = async (keyword: string) => (await list(gateway, as, { keyword })).items.length;
  assert.equal(
    [await found('shop 2'), await found('100%'), await found('%'), await found('HUNDRED')],
    [5, 1, 1, 1],
  );
  assert.equal((await list(gateway, as, { state: 3 })).items.length, 1);
});

test('bringing an account up to date fetches what it has grabbed', async ({ gateway, as, member }) => {
  const serialNumber = await addOrder(gateway, member, { tasks: { 1: [1] } });
  const { id } = (await link(gateway, as, { account: await busyName(2), serialNumber })).body;
  const { id: other } = (await link(gateway, as, { nickname: 'Other' })).body;
  gateway.clock.ahead = 2 * hour;
  const fresh = await gateway.signIn(member);
  const { body } = await gateway.send(calls.updateTime, { id }, fresh);
  assert.ok(Date.parse(body.updateTime) >= Date.now() + 2 * hour - 5000);
  assert.ok((await log(gateway, fresh)).items.length > 1);
  const { items } = await list(gateway, fresh);
  const timeOf = (id: string) => items.find((one: { id: string }) => one.id === id).updateTime;
  assert.is(timeOf(id), body.updateTime);
  assert.is.not(timeOf(other), body.updateTime, 'the other account waits for its turn');
  gateway.clock.ahead = 0;
});

test('a fault of the gateway while an account is brought up to date is not blamed on the platform', async ({
  gateway,
  as,
  member,
}) => {
  const serialNumber = await addOrder(gateway, member, { tasks: { 1: [1] } });
  const { id } = (await link(gateway, as, { account: await busyName(2), serialNumber })).body;
  gateway.clock.ahead = 2 * hour;
  const fresh = await gateway.signIn(member);
  await sql`alter table grab_record add constraint closed check (false) not valid`.execute(gateway.db.run);
  const { code, message } = await gateway.send(calls.updateTime, { id }, fresh);
  await sql`alter table grab_record drop constraint closed`.execute(gateway.db.run);
  assert.is(code, '5000');
  assert.not.match(message, /responding/);
  assert.is((await gateway.send(calls.updateTime, { id }, fresh)).code, '1');
  gateway.clock.ahead = 0;
});

test('the log keeps to an account, a day of China’s and a state, with the sum of what is left', async ({
  gateway,
  as,
  member,
}) => {
  const serialNumber = await addOrder(gateway, member, { quantity: 2, tasks: { 1: [1], 2: [1] } });
  const ids = [
    (await link(gateway, as, { serialNumber })).body.id,
    (await link(gateway, as, { serialNumber })).body.id,
  ];
  const start = Date.now();
  for (let hours = 20; hours <= 60; hours += 20) await later(gateway, hours, start);
  const all = await log(gateway, as);
  const days = [0, 1, 2, 3].map((ahead) => dayOf(start + ahead * 24 * hour));
  const sum = async (filter: object) => (await log(gateway, as, filter)).total;
  assert.is((await sum({ accountId: ids[0] })) + (await sum({ accountId: ids[1] })), all.total);
  assert.is((await sum({ state: 1 })) + (await sum({ state: 0 })), all.total);
  let whole = 0;
  for (const day of days) {
    const { total, hours } = await log(gateway, as, { day });
    assert.is(hours.length, 24);
    assert.is(
      hours.reduce((one: number, two: number) => one + two, 0),
      total,
    );
    whole += total;
  }
  assert.is(whole, all.total);
  const seen = new Set<string>();
  for (let from: string | undefined, first = true; first || from; first = false) {
    const { items, next } = await log(gateway, as, { from, day: days[1] });
    for (const one of items) {
      assert.is(dayOf(Date.parse(one.time)), days[1]);
      assert.not(seen.has(one.id));
      seen.add(one.id);
    }
    from = next;
  }
  assert.ok(seen.size > 20, 'more than one page');
  for (const day of ['2026-02-30', '2026-2-3', 'x'])
    assert.is((await gateway.send(logs.listGrabRecords, { day }, as)).code, '5001');
});

test('the best hour is the one that brought most, not the first or the last, of this account alone', async ({
  gateway,
  as,
  member,
}) => {
  const [own, other] = [await link(gateway, as), await link(gateway, as)];
  const at = new Date();
  const record = (account: string, hour: number, amount: number) => ({
    id: randomUUID(),
    account,
    member,
    day: dayOf(at.getTime()),
    hour,
    amount,
    at,
    live_room: 'Room',
    streamer: 'Mei',
    state: 1 as const,
  });
  await gateway.db.run
    .insertInto('grab_record')
    .values([
      record(own.body.id, 3, 10),
      record(own.body.id, 9, 20),
      record(own.body.id, 9, 40),
      record(own.body.id, 22, 30),
      record(other.body.id, 22, 500),
    ])
    .execute();
  const { bestHour } = (await gateway.send(calls.tiktokDetail, { id: own.body.id }, as)).body;
  assert.equal(bestHour, { hour: 9, percent: 60 });
});

test.run();
