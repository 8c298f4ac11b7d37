import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as devices from '../../src/contract/buying/devices';
import * as calls from '../../src/contract/buying/orders';
import * as session from '../../src/contract/member/auth';
import { expireOrders } from '../../src/server/checkout/expire-orders';
import { refundOrder } from '../../src/server/checkout/refund-order';
import { numberKeys } from '../../src/server/db/number-keys';
import { untilBlocked } from './support/blocked';
import { rowsOf } from './support/bystander';
import { engine, isSpread } from './support/database';
import { addOrder } from './support/devices';
import { bringOnline } from './support/machines';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addRows } from './support/rows';
import {
  addCoupon,
  addProduct,
  booksInOrder,
  give,
  hasPaid,
  held,
  noProvider,
  order,
  stateOf,
  stockAndSold,
  stockOf,
  waiting,
} from './support/shop';
import { whileNumberIsTaken } from './support/taken-number';

const test = suite<{ gateway: TestGateway; as: Sent; member: string }>('orders');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  context.member = (await addMember(context.gateway, { country: 'cn', examine_state: 0 })).id;
  context.as = await context.gateway.signIn(context.member);
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

const hour = 3_600_000;
/** A member with 1,000 yuan, signed in. */
const rich = async (gateway: TestGateway) => {
  const { id } = await addMember(gateway);
  await give(gateway, id, 'balance', 1000_00);
  return gateway.signIn(id);
};
const picture = async ({ db }: TestGateway, owner: string) => {
  const id = randomUUID();
  const row = { id, owner, type: 'image/png', size: 1, name: 'p', shared: false, at: new Date() };
  await db.run.insertInto('picture').values(row).execute();
  return id;
};

test('a member buys machines with the balance and sees them in the device list', async ({
  gateway,
  as,
  member,
}) => {
  const productId = await addProduct(gateway, { stock: 10, daily_rent: 2_00, days: 30 });
  await give(gateway, member, 'balance', 500_00);
  const { body } = await order(gateway, as, calls.addByMoney, { productId, quantity: 3 });
  assert.is(body.state, 1);
  assert.is(await held(gateway, member), 200_00);
  assert.is(await stockOf(gateway, productId), 7);
  await bringOnline(gateway);
  const [device] = (await gateway.send(devices.listDevices, {}, as)).body.items;
  assert.is(device.total, 3);
  assert.is(device.online, 3);
  assert.is(device.remainingRent, 180_00);
  const bought = await stateOf(gateway, as, body.orderNo);
  assert.is(bought.lines[0]!.device, device.serialNumber);
  assert.is(bought.paidAmount, 300_00);
  assert.is(bought.contract, 'unsigned');
  assert.is((await gateway.send(session.getInfo, {}, as)).body.userInfo.examineState, 1);
  assert.equal((await gateway.send(calls.orderDetail, { orderNo: body.orderNo }, as)).body, bought);
  const [own] = (await gateway.send(calls.packages, {}, as)).body.items as calls.Package[];
  assert.is(own!.serialNumber, device.serialNumber);
  assert.is(own!.remainingDays, 30);
});

test('an order that is paid has its own cloud phones prepared, and nobody else’s', async ({
  gateway,
  as,
  member,
}) => {
  const other = await addMember(gateway);
  const productId = await addProduct(gateway);
  const { run } = gateway.db;
  const prepared = async (by: Sent, of: string) => {
    await give(gateway, of, 'balance', 1_000_00);
    await run.deleteFrom('job').where('kind', '=', 'sync-machines').execute();
    const { code, message } = await order(gateway, by, calls.addByMoney, { productId });
    assert.is(code, '1', message);
    const jobs = await run.selectFrom('job').select('payload').where('kind', '=', 'sync-machines').execute();
    const bought = await run
      .selectFrom('device_order')
      .select('serial_number')
      .where('member', '=', of)
      .execute();
    assert.equal(
      jobs.map(({ payload }) => JSON.parse(payload).serialNumber),
      bought.map(({ serial_number }) => serial_number),
    );
  };
  await prepared(await gateway.signIn(other.id), other.id);
  await prepared(as, member);
});

test('too little balance is refused with its own code, and nothing is taken', async ({ gateway, as }) => {
  const productId = await addProduct(gateway, { stock: 5 });
  const reply = await order(gateway, as, calls.addByMoney, { productId });
  assert.is(reply.code, '210002');
  assert.is(reply.message, 'Insufficient payable balance!');
  assert.is(await stockOf(gateway, productId), 5);
  assert.equal((await gateway.send(calls.listOrders, {}, as)).body.items, []);
});

test('a price that differs from the shown one is refused, not charged', async ({ gateway, as, member }) => {
  const productId = await addProduct(gateway);
  await give(gateway, member, 'balance', 500_00);
  const requestKey = randomUUID();
  const wanted = { productId, requestKey };
  const reply = await order(gateway, as, calls.addByMoney, { ...wanted, shownTotal: 99_00 });
  assert.is(reply.code, '500');
  assert.is(reply.body.quote.total, 100_00);
  assert.is(await held(gateway, member), 500_00);
  const { code } = await order(gateway, as, calls.addByMoney, { ...wanted, shownTotal: 100_00 });
  assert.is(code, '1');
});

test('20 taps at once, from two phones, with one key make one order', async ({ gateway, as, member }) => {
  const productId = await addProduct(gateway, { stock: 50 });
  await give(gateway, member, 'balance', 5000_00);
  const other = await gateway.signIn(member);
  const requestKey = randomUUID();
  const input = { items: [{ productId, quantity: 1 }], shownTotal: 100_00, requestKey };
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) => gateway.send(calls.addByMoney, input, at % 2 ? as : other)),
  );
  assert.equal(new Set(replies.map(({ code }) => code)), new Set(['1']));
  assert.is(new Set(replies.map(({ body }) => body.orderNo)).size, 1);
  assert.is(await held(gateway, member), 4900_00);
  assert.is(await stockOf(gateway, productId), 49);
  const { order: made } = (await gateway.send(calls.submitState, { requestKey }, as)).body;
  assert.is(made.orderNo, replies[0]!.body.orderNo);
  const elsewhere = await gateway.send(calls.addUserOrder, { ...input, channel: 'card' }, as);
  assert.is(elsewhere.code, '500');
  assert.is(await stockOf(gateway, productId), 49);
});

test('the order-submit query tells nobody of an order that somebody else made', async ({
  gateway,
  as,
  member,
}) => {
  const productId = await addProduct(gateway);
  await give(gateway, member, 'balance', 500_00);
  const requestKey = randomUUID();
  const items = [{ productId, quantity: 1 }];
  await gateway.send(calls.addByMoney, { items, shownTotal: 100_00, requestKey }, as);
  assert.ok((await gateway.send(calls.submitState, { requestKey }, as)).body.order);
  const stranger = await gateway.signIn((await addMember(gateway)).id);
  assert.is((await gateway.send(calls.submitState, { requestKey }, stranger)).body.order, undefined);
});

test('the order-submit query knows nothing of a key that made nothing', async ({ gateway, as }) => {
  const { code, body } = await gateway.send(calls.submitState, { requestKey: randomUUID() }, as);
  assert.is(code, '1');
  assert.is(body.order, undefined);
});

test('the last piece goes to one of many, and stock is never below zero', async ({ gateway }) => {
  const productId = await addProduct(gateway, { stock: 3 });
  const buyers = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { id } = await addMember(gateway, { country: 'cn' });
      await give(gateway, id, 'balance', 100_00);
      return gateway.signIn(id);
    }),
  );
  const input = () => ({
    items: [{ productId, quantity: 1 }],
    shownTotal: 100_00,
    requestKey: randomUUID(),
  });
  const replies = await Promise.all(buyers.map((as) => gateway.send(calls.addByMoney, input(), as)));
  assert.is(replies.filter(({ code }) => code === '1').length, 3);
  assert.is(replies.filter(({ code }) => code === '5001').length, 5);
  assert.equal(await stockAndSold(gateway, productId), [0, 3]);
});

test('of two members who buy the last piece at once, one gets it, and the other reads that none is left', async ({
  gateway,
}) => {
  for (let round = 0; round < 3; round++) {
    const productId = await addProduct(gateway, { stock: 5 });
    const buyers = await Promise.all([rich(gateway), rich(gateway)]);
    const replies = await Promise.all(
      buyers.map((as) =>
        order(gateway, as, calls.addByMoney, { productId, quantity: 5, shownTotal: 500_00 }),
      ),
    );
    const [refused] = replies.filter(({ code }) => code !== '1');
    assert.equal(
      [replies.map(({ code }) => code).sort(), refused?.message],
      [['1', '5001'], 'You can buy up to 0'],
    );
    assert.equal(await stockAndSold(gateway, productId), [0, 5]);
  }
});

test('of two members who use the last coupon at once, one gets the discount, and the other buys nothing', async ({
  gateway,
}) => {
  for (let round = 0; round < 3; round++) {
    const productId = await addProduct(gateway, { stock: 9 });
    const couponCode = await addCoupon(gateway, { left_over: 1 });
    const buyers = await Promise.all([rich(gateway), rich(gateway)]);
    const replies = await Promise.all(
      buyers.map((as) => order(gateway, as, calls.addByMoney, { productId, couponCode, shownTotal: 90_00 })),
    );
    const [refused] = replies.filter(({ code }) => code !== '1');
    assert.equal(
      [replies.map(({ code }) => code).sort(), refused?.message],
      [['1', '5001'], 'This coupon has expired'],
    );
    assert.equal(await stockAndSold(gateway, productId), [8, 1]);
  }
});

test('an order that is paid later reserves its goods, and counts them as sold once when it is paid', async ({
  gateway,
  as,
  member,
}) => {
  const productId = await addProduct(gateway, { stock: 9 });
  const orderNo = await waiting(gateway, as, { productId, quantity: 2 });
  assert.equal(await stockAndSold(gateway, productId), [7, 0]);
  await give(gateway, member, 'balance', 200_00);
  const paid = { orderNo, way: 'balance', requestKey: randomUUID() };
  assert.is((await gateway.send(calls.changeMethod, paid, as)).body.state, 1);
  assert.equal(await stockAndSold(gateway, productId), [7, 2]);
});

test('an order that is canceled or runs out gives stock and coupon back', async ({ gateway, as }) => {
  const productId = await addProduct(gateway, { stock: 9 });
  const couponCode = await addCoupon(gateway, { left_over: 1 });
  const first = await waiting(gateway, as, { productId, quantity: 4, couponCode });
  assert.is(await stockOf(gateway, productId), 5);
  const cancel = { orderNo: first, requestKey: randomUUID() };
  assert.is((await gateway.send(calls.cancelOrder, cancel, as)).body.state, -1);
  assert.is((await gateway.send(calls.cancelOrder, cancel, as)).body.state, -1);
  assert.is(await stockOf(gateway, productId), 9);
  const second = await waiting(gateway, as, { productId, quantity: 2, couponCode });
  await expireOrders(gateway.db, Date.now() + hour);
  const over = await stateOf(gateway, as, second);
  assert.is(over.state, -1);
  assert.is(over.failReason, 'expired');
  assert.is(await stockOf(gateway, productId), 9);
  assert.ok(await waiting(gateway, as, { productId, couponCode }));
});

test('a paid order is not canceled', async ({ gateway, as, member }) => {
  const productId = await addProduct(gateway);
  await give(gateway, member, 'balance', 100_00);
  const { body } = await order(gateway, as, calls.addByMoney, { productId });
  const cancel = { orderNo: body.orderNo, requestKey: randomUUID() };
  assert.is((await gateway.send(calls.cancelOrder, cancel, as)).code, '500');
});

test('nobody sees, cancels, pays or signs an order of somebody else', async ({ gateway, as }) => {
  const productId = await addProduct(gateway);
  const orderNo = await waiting(gateway, as, { productId });
  const stranger = await gateway.signIn((await addMember(gateway)).id);
  const requestKey = randomUUID();
  const tries: [string, object][] = [
    ['txOrder/get', { orderNo }],
    ['dbbMini/orderDetail', { orderNo }],
    ['txOrder/queryPay', { orderNo }],
    ['txOrder/startPay', { orderNo }],
    ['systemAccountTron/findLittleUse', { orderNo }],
    ['txOrder/cancel', { orderNo, requestKey }],
    ['txOrder/contract', { orderNo }],
  ];
  for (const [path, input] of tries) {
    const { code, message } = await gateway.send(path, input, stranger);
    assert.is(code, '500', path);
    assert.is(message, 'Order not found');
  }
  assert.equal((await gateway.send(calls.listOrders, {}, stranger)).body.items, []);
  assert.is((await stateOf(gateway, as, orderNo)).state, 0);
});

test('my orders are listed by state, the newest first, a page at a time', async ({ gateway, as, member }) => {
  const productId = await addProduct(gateway, { price: 1_00 });
  await give(gateway, member, 'balance', 100_00);
  for (let at = 0; at < 22; at++) await order(gateway, as, calls.addByMoney, { productId });
  const open = await waiting(gateway, as, { productId });
  const first = (await gateway.send(calls.listOrders, {}, as)).body;
  const rest = (await gateway.send(calls.listOrders, { from: first.next }, as)).body;
  assert.is(first.items[0].orderNo, open);
  assert.is(new Set([...first.items, ...rest.items].map((one) => one.orderNo)).size, 23);
  const zero = (await gateway.send(calls.listOrders, { state: 0 }, as)).body.items;
  assert.equal(
    zero.map((one: calls.Order) => one.orderNo),
    [open],
  );
});

test('an eleventh order may not wait, so that nobody holds all the stock', async ({ gateway, as }) => {
  const productId = await addProduct(gateway);
  for (let at = 0; at < 10; at++) await waiting(gateway, as, { productId });
  const reply = await order(gateway, as, calls.addUserOrder, { productId, channel: 'card' });
  assert.match(reply.message, /orders that wait/);
});

test('a member who has bought nothing reserves no whole stock and no fortune, in one order or many', async ({
  gateway,
  as,
  member,
}) => {
  const dear = await addProduct(gateway, { price: 3_860_58, stock: 12 });
  const reserve = async (productId: string, quantity: number) =>
    order(gateway, as, calls.addUserOrder, { productId, quantity, channel: 'remittance' });
  assert.match((await reserve(dear, 12)).message, '¥100,000.00, and a part of the stock');
  const cheap = await addProduct(gateway, { stock: 12 });
  assert.is((await reserve(cheap, 6)).code, '500');
  assert.is((await reserve(cheap, 5)).code, '1');
  assert.is((await reserve(cheap, 1)).code, '500');
  assert.is(await stockOf(gateway, cheap), 7);
  const many = await addProduct(gateway, { stock: 500 });
  assert.equal([(await reserve(many, 126)).code, (await reserve(many, 125)).code], ['500', '1']);
  // a top-up can be withdrawn again, so it does not count
  const all = 90_000_00;
  const topUp = { way: 'card', currency: 'money', top_up: true, amount: all, total: all, paid: all };
  await addRows(gateway, 'purchase', [{ ...topUp, order_no: randomUUID(), member, state: 1 }]);
  const fortune = await addProduct(gateway, { price: 51_000_00 });
  assert.is((await reserve(fortune, 2)).code, '500');
  await hasPaid(gateway, as, member, 60_000_00);
  assert.is((await reserve(fortune, 2)).code, '1');
});

test('orders beside one that waits hold a quarter of a product at most, and twenty pieces at least', async ({
  gateway,
  as,
  member,
}) => {
  await hasPaid(gateway, as, member, 90_000_00);
  const productId = await addProduct(gateway, { stock: 200 });
  await waiting(gateway, as, { productId, quantity: 60 }); // as large as what was paid
  await gateway.db.run
    .updateTable('product_stock')
    .set({ stock: 160 })
    .where('product', '=', productId)
    .execute();
  await gateway.db.run
    .updateTable('purchase_line')
    .set({ quantity: 40 })
    .where('product', '=', productId)
    .execute();
  await waiting(gateway, as, { productId, quantity: 10 });
  const more = await order(gateway, as, calls.addUserOrder, { productId, quantity: 1, channel: 'card' });
  assert.match(more.message, /reserve goods/);
  const few = await addProduct(gateway, { stock: 30 });
  const other = await gateway.signIn((await addMember(gateway)).id);
  await waiting(gateway, other, { productId: few, quantity: 1 });
  await gateway.db.run.updateTable('product_stock').set({ stock: 30 }).where('product', '=', few).execute();
  await waiting(gateway, as, { productId: few, quantity: 15 });
  await waiting(gateway, as, { productId: few, quantity: 5 });
  const last = await order(gateway, as, calls.addUserOrder, { productId: few, quantity: 1, channel: 'card' });
  assert.match(last.message, /reserve goods/);
});

test('orders that wait come to four times what is taken online, and no more', async ({
  gateway,
  as,
  member,
}) => {
  await hasPaid(gateway, as, member, 100_000_00);
  const dear = { price: 49_000_00 };
  for (let at = 0; at < 4; at++) await waiting(gateway, as, { productId: await addProduct(gateway, dear) });
  const productId = await addProduct(gateway, dear);
  const fifth = await order(gateway, as, calls.addUserOrder, { productId, channel: 'card' });
  assert.match(fifth.message, /orders that wait/);
});

test('points are frozen below 100 cloud phones, and pay once there are enough', async ({
  gateway,
  as,
  member,
}) => {
  const productId = await addProduct(gateway, { points: 30, cloud_beans: 4 });
  await give(gateway, member, 'points', 100);
  const buy = () => order(gateway, as, calls.addByIntegral, { productId, quantity: 2, currency: 'points' });
  assert.match((await buy()).message, /frozen/);
  await addOrder(gateway, member, { quantity: 60 });
  const friend = await addMember(gateway, { inviter: member });
  await addOrder(gateway, friend.id, { quantity: 40 });
  assert.is((await buy()).body.state, 1);
  assert.is(await held(gateway, member, 'points'), 40);
  assert.is((await buy()).code, '500');
  const beans = { productId, currency: 'cloudBeans' as const };
  assert.match((await order(gateway, as, calls.addByCloudBeans, beans)).message, /Insufficient cloud beans/);
});

test('goods need an address, and keep the one they were ordered with', async ({ gateway, as, member }) => {
  const productId = await addProduct(gateway, { category: 'goods', days: 0, daily_rent: 0 });
  await give(gateway, member, 'balance', 100_00);
  const without = await order(gateway, as, calls.addByMoney, { productId });
  assert.equal(without.body.problems, { address: { rule: 'required' } });
  const address = { username: '张三', userphone: '13800138000', address: '1 Road' };
  const { body } = await order(gateway, as, calls.addByMoney, { productId, address });
  const kept = await stateOf(gateway, as, body.orderNo);
  assert.equal(kept.address, address);
  assert.is(kept.contract, 'none');
});

test('a renewal lengthens the device order, a membership makes the next machines cheaper', async ({
  gateway,
  as,
  member,
}) => {
  await give(gateway, member, 'balance', 1000_00);
  const machines = await addProduct(gateway, { daily_rent: 1_00, days: 30 });
  const serialNumber = await addOrder(gateway, member, { quantity: 2, rent: 2_00, days: 5 });
  const neighbour = await addOrder(gateway, member, { quantity: 2, rent: 3_00, days: 7 });
  await order(gateway, as, calls.addByMoney, { productId: machines, quantity: 2, serialNumber });
  const left = async (serialNumber: string) => {
    const { body } = await gateway.send(devices.getDevice, { serialNumber }, as);
    return [body.remainingDays, body.remainingRent];
  };
  assert.equal(await left(serialNumber), [35, 70_00]);
  assert.equal(await left(neighbour), [7, 21_00], 'it was not renewed');
  const packages = async () => (await gateway.send(calls.packages, {}, as)).body.items;
  assert.equal(await packages(), [], 'a renewal is no package of its own');
  const card = await addProduct(gateway, { category: 'membership', price: 10_00, days: 30, daily_rent: 0 });
  await order(gateway, as, calls.addByMoney, { productId: card });
  const { body } = await order(gateway, as, calls.addByMoney, { productId: machines });
  assert.is(body.total, 95_00);
});

test('a contract is read and signed once, also by a member who signed before', async ({
  gateway,
  as,
  member,
}) => {
  const productId = await addProduct(gateway);
  await give(gateway, member, 'balance', 300_00);
  const buy = async (id = productId) =>
    (await order(gateway, as, calls.addByMoney, { productId: id })).body.orderNo;
  const [first, second] = [await buy(), await buy()];
  await buy(await addProduct(gateway, { category: 'membership' })); // it has no contract
  const counts = async () => (await gateway.send(calls.waitingOrders, {}, as)).body;
  assert.equal(await counts(), { unpaid: 0, confirming: 0, unsigned: 2 });
  const read = (await gateway.send(calls.getContract, { orderNo: first }, as)).body as calls.Contract;
  assert.match(read.text[0]!, first);
  const signature = await picture(gateway, member);
  const sign = (orderNo: string, idNumber: string, name = '张三', as_ = as) =>
    gateway.send(
      calls.signContract,
      { orderNo, idType: 'residentId', name, idNumber, signature, requestKey: randomUUID() },
      as_,
    );
  const wrong = 'Signing failed, please check and modify the correct identity information';
  assert.is((await sign(first, '11010519491331002X')).code, '5001');
  assert.is((await sign(first, '11010519491231002x')).code, '1');
  assert.match((await sign(first, '11010519491231002X')).message, /has been signed/);
  assert.is((await sign(second, '440524188001010014')).message, wrong);
  assert.is((await sign(second, '11010519491231002X')).code, '1');
  assert.equal(await counts(), { unpaid: 0, confirming: 0, unsigned: 0 });
  const signed = (await gateway.send(calls.getContract, { orderNo: first }, as)).body as calls.Contract;
  assert.is(signed.hash, read.hash);
  assert.is(signed.signed!.idNumber, '110***********002X');
  assert.is((await stateOf(gateway, as, first)).contract, 'signed');
  const open = await waiting(gateway, as, { productId });
  const topUp = { member, way: 'card', currency: 'money', top_up: true, amount: 1, total: 1, paid: 0 };
  for (const state of [calls.OrderState.waiting, calls.OrderState.confirming])
    await addRows(gateway, 'purchase', [{ ...topUp, order_no: randomUUID(), state }]);
  assert.equal(await counts(), { unpaid: 1, confirming: 0, unsigned: 0 });
  assert.match((await gateway.send(calls.getContract, { orderNo: open }, as)).message, /no contract/);
});

test('an ID number with an unlikely last digit signs: the form has warned', async ({
  gateway,
  as,
  member,
}) => {
  const productId = await addProduct(gateway);
  await give(gateway, member, 'balance', 100_00);
  const { body } = await order(gateway, as, calls.addByMoney, { productId });
  const signature = await picture(gateway, member);
  const identity = { idType: 'residentId', name: '张三', idNumber: '110105194912310021' };
  const input = { orderNo: body.orderNo, ...identity, signature, requestKey: randomUUID() };
  assert.is((await gateway.send(calls.signContract, input, as)).code, '1');
});

test('a signature has to be a picture of the member', async ({ gateway, as, member }) => {
  const productId = await addProduct(gateway);
  await give(gateway, member, 'balance', 100_00);
  const { body } = await order(gateway, as, calls.addByMoney, { productId });
  const signature = await picture(gateway, (await addMember(gateway)).id);
  const form = { orderNo: body.orderNo, idType: 'passport', name: 'Ann Lee', idNumber: 'e1234567' };
  const reply = await gateway.send(calls.signContract, { ...form, signature, requestKey: randomUUID() }, as);
  assert.equal(reply.body.problems, { signature: { rule: 'attachment' } });
});

test('a contract keeps the signature that was drawn for it, and not another picture of the member', async ({
  gateway,
  as,
  member,
}) => {
  const productId = await addProduct(gateway);
  await give(gateway, member, 'balance', 300_00);
  for (let nth = 0; nth < 3; nth++) {
    const { orderNo } = (await order(gateway, as, calls.addByMoney, { productId })).body;
    const signature = await picture(gateway, member);
    const identity = { idType: 'passport', name: 'Ann Lee', idNumber: 'e1234567' };
    const form = { orderNo, ...identity, requestKey: randomUUID() };
    assert.is((await gateway.send(calls.signContract, { ...form, signature }, as)).code, '1');
    const kept = await gateway.db.run
      .selectFrom('signature')
      .select('picture')
      .where('member', '=', member)
      .where('order_no', '=', orderNo)
      .executeTakeFirstOrThrow();
    assert.is(kept.picture, signature);
  }
});

test('the dictionary has words in both languages', async ({ gateway }) => {
  const words = async (locale: string) =>
    (await gateway.send(calls.getDict, { dictCode: 'orderState' }, { locale })).body.items;
  assert.equal((await words('en_US'))[1], { value: '-3', label: 'Confirming' });
  assert.equal((await words('zh_CN'))[1], { value: '-3', label: '确认中' });
});

test('purchases, renewals and refunds of one member leave the machines and rights of others unchanged', async ({
  gateway,
  as,
  member,
}) => {
  const other = (await addMember(gateway)).id;
  const until = new Date(Date.now() + 900 * 24 * hour);
  await gateway.db.run.insertInto('membership').values({ member: other, until }).execute();
  const theirs = await addOrder(gateway, other, { quantity: 2, rent: 2_00, days: 5 });
  const waits = await addMember(gateway, { examine_state: 0 });
  const rows = async () => [
    await rowsOf(gateway, other),
    await rowsOf(gateway, waits.id),
    await gateway.db.run.selectFrom('machine').selectAll().where('serial_number', '=', theirs).execute(),
  ];
  const before = await rows();
  const mayNavigate = async () => (await gateway.send(session.getInfo, {}, as)).body.userInfo.examineState;
  const ends = async () =>
    (
      await gateway.db.run.selectFrom('membership').select('until').where('member', '=', member).execute()
    ).map((one) => Math.round((one.until.getTime() - Date.now()) / (24 * hour)));

  await give(gateway, member, 'balance', 1000_00);
  const own = await addOrder(gateway, member, { quantity: 2, rent: 1_00, days: 5 });
  const productId = await addProduct(gateway);
  const card = await addProduct(gateway, { category: 'membership', price: 10_00, days: 30, daily_rent: 0 });
  const bought: string[] = [];
  const buy = async (wanted: { productId: string; quantity?: number; serialNumber?: string }) => {
    bought.push((await order(gateway, as, calls.addByMoney, wanted)).body.orderNo);
  };
  await buy({ productId, quantity: 2, serialNumber: own });
  await buy({ productId: card });
  assert.equal(await ends(), [30]);
  await buy({ productId: card, quantity: 2 });
  const machines = (await order(gateway, as, calls.addByMoney, { productId })).body.orderNo as string;
  assert.equal([await ends(), await mayNavigate()], [[90], 1]);
  assert.equal(await rows(), before);
  await bringOnline(gateway);
  const online = await rows();

  const refund = (orderNo: string) =>
    refundOrder(
      gateway.db,
      noProvider,
      { orderNo, reason: 'Not wanted', requestKey: randomUUID() },
      Date.now(),
    );
  await refund(bought[2]!);
  assert.equal(await ends(), [30]);
  await refund(machines);
  assert.is(await mayNavigate(), 1, 'the renewed machines are still there');
  await gateway.db.run
    .updateTable('device_order')
    .set({ days_left: 30 })
    .where('serial_number', '=', own)
    .execute();
  await refund(bought[0]!);
  assert.is(await mayNavigate(), 0, 'none are left');
  assert.equal(await rows(), online);
});

// on several nodes numbers are unique within a member, and tables take no triggers
if (!isSpread) {
  for (const [table, number] of [
    ['purchase', 'order_no'],
    ['device_order', 'serial_number'],
  ] as const)
    test(`an order is not refused because a number of ${table} is taken`, async ({ gateway, as, member }) => {
      await give(gateway, member, 'balance', 1000_00);
      const productId = await addProduct(gateway, { stock: 2, price: 50_00 });
      await order(gateway, as, calls.addByMoney, { productId });
      const again = () => order(gateway, as, calls.addByMoney, { productId });
      assert.is((await whileNumberIsTaken(gateway.db, { table, number }, again)).code, '1');
      assert.equal(await stockAndSold(gateway, productId), [0, 2]);
    });

  test('each number that is drawn has the unique key that is named for it', async ({ gateway }) => {
    const names = Object.values(numberKeys);
    const { rows } = await sql`
      select 1 from pg_index where indisunique and indexrelid::regclass::text = any(${names})`.execute(
      gateway.db.run,
    );
    assert.is(rows.length, names.length);
  });
}

// the embedded database has one connection
if (engine === 'pg')
  test('a buyer does not wait for another one of the same product and coupon', async (context) => {
    const { gateway, member, as } = context;
    const other = await rich(gateway);
    await give(gateway, member, 'balance', 1000_00);
    const productId = await addProduct(gateway, { stock: 2, price: 50_00 });
    const couponCode = await addCoupon(gateway, { value: 5_00, left_over: 2 });
    const buy = (who: Sent) => order(gateway, who, calls.addByMoney, { productId, couponCode });
    const slow = await gateway.db.tx(async (tx) => {
      await tx.selectFrom('account').select('id').where('home', '=', member).forUpdate().execute();
      const waits = buy(as);
      await untilBlocked(tx, 1);
      assert.is((await buy(other)).code, '1');
      return { waits };
    });
    assert.is((await slow.waits).code, '1');
    assert.equal(await stockAndSold(gateway, productId), [0, 2]);
  });

test.run();
