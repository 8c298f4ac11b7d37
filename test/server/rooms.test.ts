import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as addresses from '../../src/contract/buying/addresses';
import { TaskState } from '../../src/contract/buying/devices';
import * as orders from '../../src/contract/buying/orders';
import { onlineLimit } from '../../src/contract/buying/payments';
import * as payout from '../../src/contract/money/payout';
import * as categories from '../../src/contract/shop/categories';
import * as workOrders from '../../src/contract/support/work-orders';
import * as accounts from '../../src/contract/video/accounts';
import * as circle from '../../src/contract/video/circle';
import { daysAgo } from '../../src/server/accounts/list-accounts';
import type { ReportedMachine } from '../../src/server/devices/provider';
import { creditSales } from '../../src/server/goods/follow-sales';
import { releaseQuota, reserveQuota, uploadQuota } from '../../src/server/upload/quota';
import { addOrder, report } from './support/devices';
import { addGoods, addOwner } from './support/goods';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { addRows } from './support/rows';
import { addProduct, hasPaid, order, waiting } from './support/shop';
import { desk } from './support/wallet';

const test = suite<{ gateway: TestGateway }>('room there is, and what stands beside');
test.before(async (the) => {
  the.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());

const key = () => ({ requestKey: randomUUID() });
const many = <T>(count: number, one: (n: number) => T) => Array.from({ length: count }, (_, n) => one(n));

test('a member has up to 20 accounts to be paid at, 30 addresses and 100 categories, whatever others have', async ({
  gateway,
}) => {
  const { member: id, as } = await addOwner(gateway);
  const { member: other } = await addOwner(gateway);
  const account = (n: number, member: string, more: object = {}) => ({
    id: randomUUID(),
    member,
    kind: 'bank',
    number: `62${String(n).padStart(14, '0')}`,
    removed_at: null,
    usable_from: null,
    ...more,
  });
  await addRows(gateway, 'payout_account', [
    ...many(19, (n) => account(n, id)),
    ...many(5, (n) => account(n, other)),
    account(77, id, { removed_at: new Date() }),
  ]);
  const abroad = (n: number) => ({
    kind: 'abroad',
    holder: 'Li Mei',
    country: 'HK',
    bankName: 'Bank',
    swift: 'HSBCHKHH',
    accountNumber: `003-123567-${n}`,
    ...key(),
  });
  const add = (n: number) => gateway.send(payout.userAccountAdd, abroad(n), as);
  assert.equal([(await add(1)).code, (await add(2)).code], ['1', '500']);

  await addRows(gateway, 'address', [
    ...many(29, () => ({ member: id })),
    ...many(5, () => ({ member: other })),
  ]);
  const address = () =>
    gateway.send(
      addresses.addAddress,
      { username: 'Li', userphone: '+14155552671', address: '12 Road', ...key() },
      as,
    );
  assert.equal([(await address()).code, (await address()).code], ['1', '500']);

  await addRows(gateway, 'shop_category', [
    ...many(99, (position) => ({ member: id, name: `n${position}`, position })),
    ...many(5, (position) => ({ member: other, name: `o${position}`, position })),
  ]);
  const category = (name: string) => gateway.send(categories.addCategory, { name, ...key() }, as);
  assert.equal([(await category('last')).code, (await category('more')).code], ['1', '500']);
});

test('categories are taken from the platform’s list, those that were named and are not there yet', async ({
  gateway,
}) => {
  const { as } = await addOwner(gateway);
  const own = randomUUID().slice(0, 8);
  const names = ['a', 'b', 'c'].map((one) => `${one}-${own}`);
  await addRows(
    gateway,
    'platform_category',
    names.map((id, position) => ({ id, name_en: id, name_zh: id, position })),
  );
  await gateway.send(categories.addCategory, { name: names[0], ...key() }, as);
  const taken = await gateway.send(
    categories.addCategory,
    { platformIds: [names[0], names[2], 'none'], ...key() },
    as,
  );
  assert.is(taken.code, '1', taken.message);
  const { body } = await gateway.send(categories.listCategory, {}, as);
  assert.equal(
    body.items.map(({ name }: { name: string }) => name),
    [names[0], names[2]],
  );
});

test('files have room up to 5,000 and a gigabyte of a member’s own, 120 in an hour', async ({ gateway }) => {
  const { run } = gateway.db;
  const fits = (member: string, size: number, now = Date.now()) =>
    reserveQuota(run, member, size, now).then(
      (id) => releaseQuota(run, id).then(() => true),
      () => false,
    );
  const [a, b] = [randomUUID(), randomUUID()];
  await addRows(gateway, 'picture', [
    { owner: a, size: uploadQuota.bytes - 10 },
    { owner: b, size: uploadQuota.bytes },
  ]);
  assert.equal(
    [await fits(a, 10), await fits(a, 11), await fits(b, 0), await fits(b, 1)],
    [true, false, true, false],
  );
  const c = randomUUID();
  const tries = [];
  for (let n = 0; n < 121; n++) tries.push(await fits(c, 1, 1_800_000_000_000));
  assert.equal([tries.indexOf(false), await fits(c, 1, 1_800_000_000_000 + 3_600_000)], [120, true]);
});

test('orders wait up to four times what is taken online, to the fen', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  const as = await gateway.signIn(id);
  await hasPaid(gateway, as, id, 2 * onlineLimit);
  const priced = async (price: number) => addProduct(gateway, { price });
  for (let n = 0; n < 3; n++) await waiting(gateway, as, { productId: await priced(onlineLimit) });
  const more = async (price: number) =>
    (await order(gateway, as, orders.addUserOrder, { productId: await priced(price), channel: 'card' })).code;
  assert.equal([await more(onlineLimit + 1), await more(onlineLimit)], ['500', '1']);
});

test('a question has up to 200 entries of its own; the desk may still answer', async ({ gateway }) => {
  const { id: member } = await addMember(gateway);
  const as = await gateway.signIn(member);
  const ask = async () =>
    (await gateway.send(workOrders.addWorkOrder, { title: 'Lamp', description: 'It blinks', ...key() }, as))
      .body;
  const [full, other] = [await ask(), await ask()];
  const fill = (work_order: string, count: number) =>
    addRows(
      gateway,
      'work_order_entry',
      many(count, (n) => ({ work_order, member, position: n, by: 'operator', kind: 'text', annex: '[]' })),
    );
  await fill(full.id, 199);
  const say = (id: string) => gateway.send(workOrders.replyWorkOrder, { id, text: 'Still', ...key() }, as);
  assert.equal(
    [(await say(full.id)).code, (await say(full.id)).code, (await say(other.id)).code],
    ['1', '500', '1'],
  );
  const answered = await desk(gateway, `workorders/${full.number}/answer`, { text: 'Here', ...key() });
  assert.is(answered.status, workOrders.WorkOrderStatus.processed, answered.message);
});

test('a provider’s report concerns one machine and its running task only', async ({ gateway }) => {
  const { run } = gateway.db;
  const { id: member } = await addMember(gateway);
  const now = Date.now();
  const { running, paused, waiting: later } = TaskState;
  const serial = await addOrder(gateway, member, {
    quantity: 2,
    tasks: { 1: [running, paused], 2: [running] },
    orderedAt: now - 1000,
  });
  const beside = await addOrder(gateway, member, { quantity: 1, offline: [1], tasks: { 1: [later] } });
  await run
    .updateTable('device_order')
    .set({ started_at: null })
    .where('serial_number', '=', beside)
    .execute();
  const tasks = await run
    .selectFrom('task')
    .selectAll()
    .where('serial_number', 'in', [serial, beside])
    .execute();
  const of = (machine: string, state: number) =>
    tasks.find((one) => one.machine === machine && one.state === state)!.id;
  const [one, two] = [`${serial}-1`, `${serial}-2`];
  const say = (...reports: ReportedMachine[]) => report(gateway, reports, now);
  const progress = async () => {
    const rows = await run
      .selectFrom('task')
      .select(['id', 'progress'])
      .where('serial_number', '=', serial)
      .execute();
    return [of(one, running), of(one, paused), of(two, running)].map(
      (id) => rows.find((row) => row.id === id)?.progress,
    );
  };
  await say({ id: one, state: 'online', task: { id: of(one, running), progress: 40 } });
  assert.equal(await progress(), [40, 10, 10]);
  await say({ id: one, state: 'online', task: { id: of(two, running), progress: 50 } });
  await say({ id: one, state: 'online', task: { id: of(one, paused), progress: 50 } });
  assert.equal(
    await progress(),
    [40, 10, 10],
    'of another machine’s task, and of one that is paused, it says nothing',
  );
  await say({ id: two, state: 'online', task: { id: of(two, running), progress: 5 } });
  assert.equal(await progress(), [40, 10, 10], 'it never goes back');
  await say({ id: two, state: 'online', task: { id: of(two, running), progress: 300 } });
  assert.equal(await progress(), [40, 10, 100]);

  await addRows(gateway, 'machine_online', [
    { machine: one, member, since: new Date(now - 90_000), until: new Date(now - 80_000) },
  ]);
  await say({ id: one, state: 'offline' });
  const online = async (id: string) =>
    (
      await run
        .selectFrom('machine_online')
        .select(['since', 'until'])
        .where('machine', '=', id)
        .orderBy('since')
        .execute()
    ).map(({ until }) => until && until.getTime() - now);
  assert.equal([await online(one), await online(two)], [[-80_000, 0], [null]]);
  const states = await run
    .selectFrom('machine')
    .select(['id', 'online'])
    .where('serial_number', 'in', [serial, beside])
    .orderBy('id')
    .execute();
  assert.equal(Object.fromEntries(states.map(({ id, online }) => [id, online])), {
    [one]: false,
    [two]: true,
    [`${beside}-1`]: false,
  });
  const started = await run
    .selectFrom('device_order')
    .select('started_at')
    .where('serial_number', '=', beside)
    .executeTakeFirst();
  assert.is(started?.started_at, null);
  await say({ id: `${beside}-1`, state: 'online' });
  const going = await run
    .selectFrom('task')
    .select(['id', 'state'])
    .where('serial_number', '=', beside)
    .execute();
  assert.equal(
    going.map(({ state }) => state),
    [running],
    'what waited goes on, and nothing new begins',
  );
});

test('an account’s month is counted by its own days, beside the month before', async ({ gateway }) => {
  const { id: member } = await addMember(gateway);
  const as = await gateway.signIn(member);
  const now = Date.now();
  const [account, other] = [randomUUID(), randomUUID()];
  const linked = (id: string) => ({
    id,
    member,
    account: id.slice(0, 8),
    linked: id.slice(0, 8),
    nickname: 'Mei',
    machine: null,
    avatar: null,
    linked_at: new Date(now - 90 * 86_400_000),
  });
  await addRows(gateway, 'short_video_account', [linked(account), linked(other)]);
  const counted: [ago: number, grabbed: number, missed: number][] = [
    [60, 1000, 0],
    [59, 100, 5],
    [30, 200, 0],
    [29, 10, 2],
    [0, 20, 1],
  ];
  const days = (of: string, times: number) =>
    counted.map(([ago, grabbed, missed]) => ({
      account: of,
      member,
      day: daysAgo(now, ago),
      coins: grabbed * times,
      grabbed: grabbed * times,
      missed,
    }));
  await addRows(gateway, 'account_day', [...days(account, 1), ...days(other, 7)]);
  const record = (of: string, ago: number, hour: number, amount: number) => ({
    account: of,
    member,
    day: daysAgo(now, ago),
    hour,
    amount,
    state: 1,
  });
  await addRows(gateway, 'grab_record', [
    record(account, 30, 3, 900),
    record(account, 29, 20, 30),
    record(account, 0, 21, 10),
    record(account, 1, 20, 10),
    record(other, 1, 9, 900),
  ]);
  const { body } = await gateway.send(accounts.tiktokDetail, { id: account }, as);
  assert.equal([body.visits, body.visitsBefore, body.bestHour], [33, 305, { hour: 20, percent: 80 }]);
  const graph = async (of: number) => {
    const { points } = (await gateway.send(accounts.tiktokGraph, { id: account, days: of }, as)).body;
    return [points.length, points.reduce((sum: number, one: { coins: number }) => sum + one.coins, 0)];
  };
  assert.equal(
    [await graph(7), await graph(30), await graph(90)],
    [
      [7, 20],
      [30, 30],
      [90, 1330],
    ],
  );
  await gateway.db.run
    .updateTable('short_video_account')
    .set({ linked_at: new Date(now - 50 * 86_400_000) })
    .where('id', '=', account)
    .execute();
  assert.is(
    (await gateway.send(accounts.tiktokDetail, { id: account }, as)).body.visitsBefore,
    0,
    'it had no month before',
  );
});

test('a post that somebody reports is gone for them, and stays for others, and so do other posts', async ({
  gateway,
}) => {
  const people = [];
  for (let n = 0; n < 3; n++) people.push(await gateway.signIn((await addMember(gateway)).id));
  const [writes, reports, reads] = people;
  const post = async (text: string) =>
    (await gateway.send(circle.addPost, { text, ...key() }, writes)).body.id;
  const [bad, good] = [await post('buy this'), await post('hello')];
  const sees = async (as = reads) =>
    (await gateway.send(circle.listPosts, {}, as)).body.items
      .map(({ id }: { id: string }) => id)
      .filter((id: string) => id === bad || id === good);
  assert.equal((await sees(reports)).length, 2);
  assert.is((await gateway.send(circle.reportPost, { id: bad, reason: 'spam' }, reports)).code, '1');
  assert.equal([await sees(reports), (await sees()).length, (await sees(writes)).length], [[good], 2, 2]);
});

test('a sale is credited at its moment, and the others wait for theirs', async ({ gateway }) => {
  const owner = await addOwner(gateway);
  const now = 1_800_000_000_000;
  const goods = await addGoods(gateway, owner);
  const sale = (number: string, at: number, state = 'held') => ({
    number,
    goods,
    member: owner.member,
    state,
    quantity: 1,
    amount: 100_00,
    commission: 10_00,
    credit_at: new Date(at),
  });
  const own = randomUUID().slice(0, 8);
  const numbers = ['due', 'later', 'back'].map((one) => `${one}-${own}`);
  await addRows(gateway, 'shop_sale', [
    sale(numbers[0]!, now),
    sale(numbers[1]!, now + 1),
    sale(numbers[2]!, now, 'returned'),
  ]);
  const states = async () =>
    (
      await gateway.db.run
        .selectFrom('shop_sale')
        .select(['number', 'state'])
        .where('member', '=', owner.member)
        .execute()
    )
      .sort((a, b) => numbers.indexOf(a.number) - numbers.indexOf(b.number))
      .map(({ state }) => state);
  assert.equal([await creditSales(gateway.db, now - 1), await states()], [0, ['held', 'held', 'returned']]);
  assert.equal([await creditSales(gateway.db, now), await states()], [1, ['credited', 'held', 'returned']]);
  assert.equal([await creditSales(gateway.db, now), await creditSales(gateway.db, now + 1)], [0, 1]);
});

test.run();
