import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { OrderState } from '../../src/contract/buying/orders';
import * as payments from '../../src/contract/buying/payments';
import * as payout from '../../src/contract/money/payout';
import * as goods from '../../src/contract/shop/goods';
import { seeMilestones } from '../../src/server/accruals/milestones';
import { rentSchedule } from '../../src/server/accruals/rent';
import { createPasswords } from '../../src/server/auth/passwords';
import { expireOrders } from '../../src/server/checkout/expire-orders';
import { receivePayment } from '../../src/server/checkout/receive-payment';
import { hasMachines, renewableMachines } from '../../src/server/devices/install';
import { markConfirming } from '../../src/server/fulfilment/settle';
import { createWaiting } from '../../src/server/im/waiting';
import { payeeOf, releaseAddress, reserve } from '../../src/server/payments/usdt/reserve';
import { addOrder } from './support/devices';
import { addOwner, addSupplied } from './support/goods';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { production } from './support/production';
import { addRows } from './support/rows';
import { addProduct, give, waiting } from './support/shop';
import { addAccount, desk } from './support/wallet';

const test = suite<{ gateway: TestGateway }>('what counts by the state that it is in');
test.before(async (the) => {
  the.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());

const day = 86_400_000;
const key = () => ({ requestKey: randomUUID() });

/** A device order of a member in some state; gives its serial number. */
async function machines(gateway: TestGateway, member: string, change: object, quantity = 1): Promise<string> {
  const serialNumber = await addOrder(gateway, member, { quantity });
  if (Object.keys(change).length)
    await gateway.db.run
      .updateTable('device_order')
      .set(change)
      .where('serial_number', '=', serialNumber)
      .execute();
  return serialNumber;
}

test('machines count that were not refunded, and are renewed until they have ended', async ({ gateway }) => {
  const { run } = gateway.db;
  const [member, other] = [(await addMember(gateway)).id, (await addMember(gateway)).id];
  const at = new Date();
  const refunded = await machines(gateway, member, { refunded_at: at });
  await machines(gateway, other, {});
  assert.equal([await hasMachines(run, member), await hasMachines(run, other)], [false, true]);
  const ended = await machines(gateway, member, { ended_at: at });
  const running = await machines(gateway, member, {}, 3);
  assert.is(await hasMachines(run, member), true);
  const renewable = (serial: string, by = member) => renewableMachines(run, by, serial);
  assert.equal(
    [
      await renewable(running),
      await renewable(ended),
      await renewable(refunded),
      await renewable(running, other),
    ],
    [3, undefined, undefined, undefined],
  );
});

test('machines that nobody renewed in their time end, once, and no others', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  const now = Date.now();
  const over = (ago: number, more: object = {}) =>
    machines(gateway, id, { days_left: 0, rent_left: 0, expired_at: new Date(now - ago), ...more });
  const before = new Date(now - 99 * day);
  const serials = [
    await over(30 * day + 60_000),
    await over(30 * day - 60_000),
    await over(99 * day, { days_left: 1 }),
    await over(99 * day, { refunded_at: before }),
    await over(99 * day, { ended_at: before }),
  ];
  await rentSchedule.run(gateway.db, now);
  const rows = await gateway.db.run
    .selectFrom('device_order')
    .select(['serial_number', 'ended_at'])
    .where('serial_number', 'in', serials)
    .execute();
  const ends = serials.map((serial) => rows.find((row) => row.serial_number === serial)?.ended_at?.getTime());
  assert.equal(ends, [now, undefined, undefined, undefined, before.getTime()]);
});

test('a team makes its inviter a leader by machines that are at work, and no others', async ({ gateway }) => {
  const { run } = gateway.db;
  const { id: bystander } = await addMember(gateway);
  const isLeader = async (id: string) => {
    const row = await run
      .selectFrom('member')
      .select('team_leader')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row.team_leader;
  };
  const leads = async (change: object, friends = 5, quantity = 4) => {
    const { id } = await addMember(gateway);
    for (let n = 0; n < friends; n++) {
      const friend = await addMember(gateway, { inviter: id });
      await machines(gateway, friend.id, n ? {} : change, quantity);
    }
    await gateway.db.tx((tx) => seeMilestones(tx, [id], Date.now()));
    assert.is(await isLeader(bystander), false, 'nobody else becomes one');
    return isLeader(id);
  };
  assert.equal(
    [
      await leads({}),
      await leads({ started_at: null }),
      await leads({ days_left: 0 }),
      await leads({}, 4, 9),
      await leads({}, 5, 3),
    ],
    [true, false, false, false, false],
  );
});

test('an order that ends is waited for while its own money is looked at', async ({ gateway }) => {
  const { db } = gateway;
  const now = 1_800_000_000_000;
  const as = await gateway.signIn((await addMember(gateway)).id);
  const productId = await addProduct(gateway);
  const placed = async () => {
    const orderNo = await waiting(gateway, as, { productId });
    await db.run
      .updateTable('purchase')
      .set({ expires_at: new Date(now) })
      .where('order_no', '=', orderNo)
      .execute();
    return orderNo;
  };
  const [audited, rejected, seen, credited, plain] = [
    await placed(),
    await placed(),
    await placed(),
    await placed(),
    await placed(),
  ];
  await addRows(gateway, 'remittance', [
    { order_no: audited, member: as.userId, state: 'auditing', amount: 1 },
    { order_no: rejected, member: as.userId, state: 'rejected', amount: 1 },
  ]);
  await addRows(gateway, 'usdt_transfer', [
    { order_no: seen, state: 'seen', amount: 1 },
    { order_no: credited, state: 'credited', amount: 1 },
  ]);
  assert.is(await expireOrders(db, now), 3);
  const rows = await db.run
    .selectFrom('purchase')
    .select(['order_no', 'state', 'expires_at'])
    .where('order_no', 'in', [audited, rejected, seen, credited, plain])
    .execute();
  const of = (orderNo: string) => rows.find((row) => row.order_no === orderNo);
  assert.equal(
    [audited, rejected, seen, credited, plain].map((orderNo) => of(orderNo)?.state),
    [OrderState.waiting, OrderState.failed, OrderState.waiting, OrderState.failed, OrderState.failed],
  );
  assert.equal(
    [audited, seen].map((orderNo) => of(orderNo)!.expires_at.getTime() - now),
    [600_000, 600_000],
  );

  const open = await placed();
  for (const order_no of [open, plain, audited])
    await db.tx((tx) => markConfirming(tx, { order_no, member: as.userId }));
  const states = await db.run
    .selectFrom('purchase')
    .select(['order_no', 'state'])
    .where('order_no', 'in', [open, plain, seen])
    .execute();
  const now2 = (orderNo: string) => states.find((row) => row.order_no === orderNo)?.state;
  assert.equal(
    [now2(open), now2(plain), now2(seen)],
    [OrderState.confirming, OrderState.failed, OrderState.waiting],
  );
});

test('each payment method states whether the member’s funds cover the amount', async ({ gateway }) => {
  const { id } = await addMember(gateway, { country: 'cn' });
  const as = await gateway.signIn(id);
  await give(gateway, id, 'balance', 100_00);
  const ways = async (input: object, who: Sent = as) => {
    const { body } = await gateway.send(payments.offeredMethods, input, who);
    return { ...body, of: Object.fromEntries(body.ways.map((one: { way: string }) => [one.way, one])) };
  };
  const balance = async (total: number) => {
    const { usable, reason, available } = (await ways({ total })).of.balance;
    return [usable, reason, available];
  };
  assert.equal(
    [await balance(100_00), await balance(100_01)],
    [
      [true, undefined, 100_00],
      [false, 'insufficient', 100_00],
    ],
  );
  const { of: methods, overLimit } = await ways({ total: payments.onlineLimit });
  assert.equal(
    [methods.card.usable, methods.card.available, methods.card.parts, overLimit],
    [true, undefined, 1, false],
  );
  const more = await ways({ total: payments.onlineLimit + 1 });
  assert.equal([more.of.card.parts, more.of.balance.parts, more.overLimit], [2, 1, true]);
  assert.equal([(await ways({})).of.card.parts, (await ways({})).overLimit], [1, false]);
  const stranger = (await ways({ total: 1 }, {})).ways;
  assert.ok(stranger.length && stranger.every((one: { reason: string }) => one.reason === 'signedOut'));
});

test('a password is of this gateway or of nobody, and is hashed anew when it costs more now', async () => {
  const cheap = { N: 2 ** 4, r: 1, p: 1 };
  const passwords = createPasswords(cheap);
  const stored = await passwords.hash('lantern42');
  assert.equal(await passwords.check('lantern42', stored), { right: true, rehash: false });
  assert.equal(await passwords.check('lantern43', stored), { right: false, rehash: false });
  assert.equal(await passwords.check('lantern42', undefined), { right: false, rehash: false });
  for (const change of [{ N: 2 ** 5 }, { r: 2 }, { p: 2 }]) {
    const dearer = createPasswords({ ...cheap, ...change });
    assert.equal(
      await dearer.check('lantern42', stored),
      { right: true, rehash: true },
      JSON.stringify(change),
    );
    assert.equal(await dearer.check('lantern43', stored), { right: false, rehash: false });
  }
  for (const other of [stored.replace('scrypt', 'bcrypt'), stored.slice(0, stored.lastIndexOf('$')), 'x'])
    assert.is(
      await passwords.check('lantern42', other).then(
        () => 'checked',
        ({ message }) => message,
      ),
      'not a password hash of ours',
    );
});

test('goods that are taken in lie in the member’s own category of theirs', async ({ gateway }) => {
  const [owner, other] = [await addOwner(gateway), await addOwner(gateway)];
  const category = `c-${randomUUID().slice(0, 8)}`;
  await addRows(gateway, 'platform_category', [{ id: category, name_en: category, name_zh: category }]);
  const [own, theirs] = [randomUUID(), randomUUID()];
  await addRows(gateway, 'shop_category', [
    { id: theirs, member: other.member, platform_id: category, name: 'theirs', position: 1 },
    { id: own, member: owner.member, platform_id: null, name: 'own', position: 1 },
  ]);
  const take = async () => {
    const id = await addSupplied(gateway, { category });
    await gateway.send(goods.takeGoods, { ids: [id], ...key() }, owner.as);
    const row = await gateway.db.run
      .selectFrom('shop_goods')
      .select('category')
      .where('platform_id', '=', id)
      .executeTakeFirstOrThrow();
    return row.category;
  };
  assert.is(await take(), null);
  await gateway.db.run
    .updateTable('shop_category')
    .set({ platform_id: category })
    .where('id', '=', own)
    .execute();
  assert.is(await take(), own);
});

test('a setting of the desk is marked as such, and an unset one as the default, with the value that counts', async ({
  gateway,
}) => {
  const settings = async (): Promise<{ setting: string; value: string; from: string }[]> =>
    (await desk(gateway, 'settings')).items;
  const from = async () => Object.fromEntries((await settings()).map((one) => [one.setting, one.from]));
  const value = async (name: string) => (await settings()).find(({ setting }) => setting === name)?.value;
  assert.equal(
    [await value('WITHDRAW_FEE_PERMILLE'), await value('USDT_RATE'), await value('PAYOUT_DAY_LIMIT_CN')],
    ['6', '720', 'off'],
  );
  assert.match((await value('HOLIDAYS')) ?? '', /^\d{4}-\d\d-\d\d,/);
  const before = await from();
  const [name = ''] = Object.keys(before).filter(
    (one) => before[one] === 'the default' && one === 'MANAGER_PHONE',
  );
  assert.is(name, 'MANAGER_PHONE');
  const set = await desk(gateway, `settings/${name}`, { value: '+14155552671', reason: 'new' });
  assert.is(set.status, 200, set.message);
  assert.equal(await from(), { ...before, [name]: 'the desk' });
  assert.is(await value(name), '+14155552671');
});

test('money for an order that there is not is nobody’s', async ({ gateway }) => {
  const money = { way: 'card', paymentNo: 'p1', orderNo: 'none', part: 1, amount: 1 } as const;
  assert.is(await gateway.db.tx((tx) => receivePayment(tx, money as never, Date.now())), 'unknown');
});

test('a phone that hangs up, or arrives while the gateway stops, waits for no news', async ({ gateway }) => {
  const waits = createWaiting(gateway.db.run, () => {});
  const never = () => false;
  await waits.forMember('mei', never, AbortSignal.abort());
  const hanging = new AbortController();
  const waiting = waits.forMember('mei', never, hanging.signal);
  hanging.abort();
  await waiting;
  const stopped = waits.forDesk(new Date(), never, new AbortController().signal);
  await waits.stop();
  await stopped;
  await waits.forMember('mei', never, new AbortController().signal);
});

test('the desk hears of conversations since it looked, whichever of its pages looked first', async ({
  gateway,
}) => {
  const [older, newer] = [(await addMember(gateway)).id, (await addMember(gateway)).id];
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await addRows(gateway, 'conversation', [
    { member: older, newest: 1, at: ago(90) },
    { member: newer, newest: 1, at: ago(30) },
  ]);
  const waits = createWaiting(gateway.db.run, () => {});
  const { signal } = new AbortController();
  const heard = (minutes: number) => {
    const seen: string[] = [];
    const isNews = ({ member }: { member: string }) => {
      if ([older, newer].includes(member)) seen.push(member);
      return member === newer;
    };
    return { seen, told: waits.forDesk(ago(minutes), isNews, signal) };
  };
  const late = heard(60);
  waits.written(newer);
  await late.told;
  assert.equal(late.seen, [newer]);
  const [first, second] = [heard(120), heard(60)];
  waits.written(newer);
  await second.told;
  assert.ok(first.seen.includes(older));
  await waits.stop();
});

test('a phone that begins to wait while the database is asked is answered by the next question', async ({
  gateway,
}) => {
  const { id: member } = await addMember(gateway);
  await addRows(gateway, 'conversation', [{ member, newest: 1, at: new Date() }]);
  const waits = createWaiting(gateway.db.run, () => {});
  const { signal } = new AbortController();
  const asked: number[] = [];
  let other: Promise<boolean> | undefined;
  const isNews = () => {
    asked.push(Date.now());
    other ??= waits.forMember(member, () => true, signal);
    return asked.length > 1;
  };
  const waiting = waits.forMember(member, isNews, signal);
  waits.written(member);
  await waiting;
  await other;
  assert.ok(asked[1]! - asked[0]! > 900, 'a second later, as for everybody');
  await waits.stop();
});

test('an open page of the desk costs one statement a second', async ({ gateway }) => {
  let asked = 0;
  const counted = gateway.db.run.withPlugin({
    transformQuery({ node }) {
      asked++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const waits = createWaiting(counted, () => {});
  const began = Date.now();
  const waiting = waits.forDesk(new Date(), () => false, new AbortController().signal);
  while (asked < 2) await new Promise((turn) => setTimeout(turn, 20));
  const seconds = (Date.now() - began) / 1000;
  assert.ok(asked <= seconds && seconds > 1.9, `${asked} statements in ${seconds} s`);
  await waits.stop();
  await waiting;
});

test('a ninth phone of a member that waits ends the first, and no other member’s', async ({ gateway }) => {
  const waits = createWaiting(gateway.db.run, () => {});
  const ended: string[] = [];
  const wait = (member: string, name: string) =>
    waits.forMember(member, () => false, new AbortController().signal).then(() => ended.push(name));
  const all = [wait('bob', 'bob')];
  for (let n = 1; n <= 8; n++) all.push(wait('mei', `mei ${n}`));
  await new Promise((go) => setImmediate(go));
  assert.equal(ended, []);
  all.push(wait('mei', 'mei 9'));
  await new Promise((go) => setImmediate(go));
  assert.equal(ended, ['mei 1']);
  await waits.stop();
  await Promise.all(all);
});

test('a new number rests before money can go there, and what else is changed lets it rest as before', async () => {
  const gateway = await openGateway({ env: { PAYOUT_REST_HOURS: '24' } });
  const { id: member } = await addMember(gateway);
  const as = await gateway.signIn(member);
  const bank = { kind: 'bank', holder: 'Li Mei', openingBank: 'ICBC', openingBranch: 'Harbour' };
  const id = await addAccount(gateway, member, { number: '6222021234567890' });
  const edit = async (more: object) => {
    const { code, body, message } = await gateway.send(
      payout.userAccountEdit,
      { id, ...bank, ...more, ...key() },
      as,
    );
    assert.is(code, '1', message);
    return body.availableAt && Date.parse(body.availableAt);
  };
  assert.is(await edit({ openingBranch: 'Old town' }), undefined);
  assert.is(await edit({ cardNumber: '6222021234567890' }), undefined, 'the same number');
  const rests = await edit({ cardNumber: '6222021234567891' });
  assert.ok(Math.abs(rests - Date.now() - day) < 60_000);
  gateway.clock.ahead = 3_600_000;
  assert.is(await edit({ openingBranch: 'Harbour' }), rests);
  await gateway.close();
});

test('an amount of USDT is nobody else’s for a day, and its order waits two minutes more', async ({
  gateway,
}) => {
  const { db, settings } = gateway;
  const now = 1_800_000_000_000;
  const member = randomUUID();
  const take = async (at: number) => {
    const orderNo = randomUUID();
    await addRows(gateway, 'purchase', [{ order_no: orderNo, member, state: 0, amount: 1, total: 1 }]);
    const deadline = at + 30 * 60_000;
    const asked = { orderNo, member, total: 100_00, deadline };
    const until = await db.tx((tx) => reserve(tx, settings, asked, at));
    const { address, amount } = await payeeOf(db.run, settings, { order_no: orderNo, member });
    await db.tx((tx) => releaseAddress(tx, orderNo));
    return { waits: until - deadline, due: `${address} ${amount}` };
  };
  const addresses = 3;
  const first: { waits: number; due: string }[] = [];
  for (let n = 0; n < addresses; n++) first.push(await take(now));
  assert.equal(
    first.map(({ waits }) => waits),
    [120_000, 120_000, 120_000],
  );
  assert.is(new Set(first.map(({ due }) => due)).size, addresses);
  const soon = await take(now + day + 30 * 60_000 - 1);
  assert.not(first.some(({ due }) => due === soon.due));
  const later = [];
  for (let n = 0; n < addresses; n++) later.push((await take(now + day + 30 * 60_000)).due);
  assert.ok(later.some((due) => first.some((one) => one.due === due)));
});

test('in production nothing that has no provider is offered', async () => {
  const gateway = await openGateway({ env: production });
  const owner = await addOwner(gateway);
  const { code, message } = await gateway.send(
    goods.bindShop,
    { number: 'S-7001', code: '246810', ...key() },
    owner.as,
  );
  assert.is(code, '500', message);
  assert.not.match(message, /code/i);
  await gateway.close();
});

test.run();
