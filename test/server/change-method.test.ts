import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as orders from '../../src/contract/buying/orders';
import * as calls from '../../src/contract/buying/payments';
import * as messages from '../../src/contract/support/messages';
import { canBePaidBy } from '../../src/server/checkout/attempts';
import { expireOrders } from '../../src/server/checkout/expire-orders';
import { reconcileAttempts } from '../../src/server/checkout/reconcile-attempts';
import { sharedSecret } from '../../src/server/db/shared-secret';
import { restMoney } from '../../src/server/pay-password/money-rest';
import { rewriteParts } from '../../src/server/payments/parts';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addRows } from './support/rows';
import {
  addCoupon,
  addProduct,
  booksInOrder,
  give,
  held,
  order,
  press,
  stateOf,
  stockOf,
  waiting,
} from './support/shop';

const test = suite<{ gateway: TestGateway; as: Sent; member: string }>('changing the way of paying');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  context.gateway.clock.ahead = 0;
  context.member = (await addMember(context.gateway, { country: 'cn' })).id;
  context.as = await context.gateway.signIn(context.member);
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

const hour = 3_600_000;
const pathOf = ({ url }: { url: string }) => url.split('?')[0]!;
const start = async (gateway: TestGateway, as: Sent, orderNo: string) =>
  (await gateway.send(calls.startPay, { orderNo }, as)).body;
const change = (gateway: TestGateway, as: Sent, orderNo: string, way: string, requestKey = randomUUID()) =>
  gateway.send(orders.changeMethod, { orderNo, way, requestKey }, as);
const abroad = async (gateway: TestGateway) => gateway.signIn((await addMember(gateway)).id);
const waysOf = async (gateway: TestGateway, as: Sent, orderNo: string) =>
  ((await gateway.send(calls.offeredMethods, { orderNo }, as)).body as calls.OfferedMethods).ways.map(
    ({ way }) => way,
  );

test('a member who changes the way of paying of one order changes no other of theirs', async ({
  gateway,
  as,
}) => {
  const productId = await addProduct(gateway);
  const [one, other] = [await waiting(gateway, as, { productId }), await waiting(gateway, as, { productId })];
  const { way } = await stateOf(gateway, as, other);
  await change(gateway, as, one, 'alipay');
  assert.equal(
    [(await stateOf(gateway, as, one)).way, (await stateOf(gateway, as, other)).way],
    ['alipay', way],
  );
});

test('a member who no longer pays an order in parts still pays another one of theirs', async ({
  gateway,
  as,
}) => {
  const place = async (price: number) =>
    waiting(gateway, as, { productId: await addProduct(gateway, { price }) });
  const [inParts, other] = [await place(60_000_00), await place(40_000_00)];
  assert.is((await change(gateway, as, inParts, 'remittance')).code, '1');
  assert.equal(
    (await stateOf(gateway, as, other)).parts.map(({ amount }) => amount),
    [40_000_00],
  );
  await press(gateway, (await start(gateway, as, other)).url, 'pay');
  assert.is((await stateOf(gateway, as, other)).state, 1);
});

test('of two unpaid orders of a member, a payment page is for the one that it was opened for', async ({
  gateway,
  as,
}) => {
  const place = async (price: number) =>
    waiting(gateway, as, { productId: await addProduct(gateway, { price }) });
  const both = [await place(100_00), await place(250_00)];
  const states = async () => Promise.all(both.map(async (one) => (await stateOf(gateway, as, one)).state));
  const pages = [];
  for (const one of both) pages.push((await start(gateway, as, one)).url);
  await press(gateway, pages[1], 'pay');
  assert.equal(await states(), [0, 1]);
  await press(gateway, pages[0], 'pay');
  assert.equal(await states(), [1, 1]);
});

test('a declined order is paid in another way, with the same price, coupon and stock', async ({
  gateway,
  as,
}) => {
  const productId = await addProduct(gateway, { stock: 5 });
  const couponCode = await addCoupon(gateway, { left_over: 1 });
  const orderNo = await waiting(gateway, as, { productId, couponCode });
  await press(gateway, pathOf(await start(gateway, as, orderNo)), 'decline');
  assert.equal((await change(gateway, as, orderNo, 'alipay')).body, { orderNo, state: 0, total: 90_00 });
  const ticket = await start(gateway, as, orderNo);
  assert.equal([ticket.way, ticket.amount], ['alipay', 90_00]);
  assert.is((await gateway.send(calls.queryPay, { orderNo }, as)).body.attempt, 'open');
  await press(gateway, pathOf(ticket), 'pay');
  const order = await stateOf(gateway, as, orderNo);
  assert.equal(
    [order.state, order.way, order.couponCode, order.paidAmount],
    [1, 'alipay', couponCode, 90_00],
  );
  assert.is(await stockOf(gateway, productId), 4);
});

test('the balance pays an order that was placed by card, once however often it is sent', async ({
  gateway,
  as,
  member,
}) => {
  const orderNo = await waiting(gateway, as, { productId: await addProduct(gateway) });
  assert.is((await change(gateway, as, orderNo, 'balance')).code, '210002');
  assert.is((await stateOf(gateway, as, orderNo)).way, 'card');
  await give(gateway, member, 'balance', 250_00);
  const key = randomUUID();
  const both = await Promise.all([1, 2].map(() => change(gateway, as, orderNo, 'balance', key)));
  for (const { body } of both) assert.equal(body, { orderNo, state: 1, total: 100_00 });
  assert.is(await held(gateway, member), 150_00);
  const order = await stateOf(gateway, as, orderNo);
  assert.equal([order.state, order.way, order.contract], [1, 'balance', 'unsigned']);
  assert.is((await change(gateway, as, orderNo, 'card')).message, 'This order has been paid');
});

test('a payment on the page of the way before pays the order if it still waits for just so much', async ({
  gateway,
  as,
  member,
}) => {
  const orderNo = await waiting(gateway, as, { productId: await addProduct(gateway) });
  const old = await start(gateway, as, orderNo);
  await change(gateway, as, orderNo, 'alipay');
  const later = await start(gateway, as, orderNo);
  await press(gateway, pathOf(old), 'pay'); // open in another tab since before
  const order = await stateOf(gateway, as, orderNo);
  assert.equal([order.state, order.way], [1, 'card']);
  await press(gateway, pathOf(later), 'pay');
  assert.is(await held(gateway, member), 100_00, 'the second payment is the member’s');
  const told = (await gateway.send(messages.listMessages, {}, as)).body.items as {
    title: string;
    text: string;
  }[];
  assert.match(
    told.find(({ title }) => title === 'A payment was added to your balance')?.text ?? '',
    '¥100.00',
  );
});

test('while the balance pays, the old page pays too: one of them pays the order, the other is given back', async ({
  gateway,
  as,
  member,
}) => {
  const had = 100_00;
  await give(gateway, member, 'balance', had);
  const productId = await addProduct(gateway, { stock: 10 });
  const orderNo = await waiting(gateway, as, { productId });
  const old = pathOf(await start(gateway, as, orderNo));
  const [changed] = await Promise.all([change(gateway, as, orderNo, 'balance'), press(gateway, old, 'pay')]);
  const order = await stateOf(gateway, as, orderNo);
  assert.equal([order.state, order.paidAmount], [1, 100_00]);
  assert.is(await held(gateway, member), had, changed.message);
  assert.is(await stockOf(gateway, productId), 9);
});

test('an attempt that was begun is closed: its page leads to the result, and a lost notice is recovered', async ({
  gateway,
  as,
}) => {
  const orderNo = await waiting(gateway, as, { productId: await addProduct(gateway) });
  const old = await start(gateway, as, orderNo);
  await change(gateway, as, orderNo, 'remittance');
  const back = await fetch(gateway.url + old.url, { redirect: 'manual' });
  assert.is(back.status, 303);
  assert.match(back.headers.get('location') ?? '', `paymentResult?orderNo=${orderNo}`);
  assert.is((await gateway.send(calls.queryPay, { orderNo }, as)).body.attempt, undefined);
  assert.is((await start(gateway, as, orderNo)).payee.reference, orderNo);
});

test('an order that was paid otherwise, or canceled, leaves no page open at the provider', async ({
  gateway,
  as,
}) => {
  const orderNo = await waiting(gateway, as, { productId: await addProduct(gateway) });
  await start(gateway, as, orderNo);
  await gateway.send(orders.cancelOrder, { orderNo, requestKey: randomUUID() }, as);
  const [secret, now] = [await sharedSecret(gateway.db, 'files'), Date.now() + 2 * 60_000];
  await reconcileAttempts(gateway.db, gateway.settings, secret, now, (error) => {
    throw error;
  });
  const left = await gateway.db.run
    .selectFrom('payment_attempt')
    .select('state')
    .where('order_no', '=', orderNo)
    .execute();
  assert.equal(left, [{ state: 'failed' }]);
});

test('a way is changed though the provider of the one before can close nothing', async () => {
  const env = { CARD_PAGE_URL: 'https://cards.example/pay', CARD_SECRET: 'card-secret-of-the-test' };
  const gateway = await openGateway({ env });
  const as = await gateway.signIn((await addMember(gateway, { country: 'cn' })).id);
  const orderNo = await waiting(gateway, as, { productId: await addProduct(gateway) });
  assert.match((await start(gateway, as, orderNo)).url, 'https://cards.example/pay');
  assert.equal((await change(gateway, as, orderNo, 'alipay')).body, { orderNo, state: 0, total: 100_00 });
  const { state } = await gateway.db.run
    .selectFrom('payment_attempt')
    .select('state')
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow();
  assert.is(state, 'open', 'it can still be paid');
  await press(gateway, pathOf(await start(gateway, as, orderNo)), 'pay');
  assert.is((await stateOf(gateway, as, orderNo)).state, 1);
  await gateway.close();
});

test('changing to USDT twice gives an address and an amount each time, and late USDT finds its member', async ({
  gateway,
}) => {
  const as = await abroad(gateway);
  const productId = await addProduct(gateway, { price: 70_000_00 });
  const orderNo = await waiting(gateway, as, { productId });
  assert.is((await stateOf(gateway, as, orderNo)).parts.length, 2);
  await change(gateway, as, orderNo, 'usdt');
  const first = (await gateway.send(calls.findLittleUse, { orderNo }, as)).body;
  await change(gateway, as, orderNo, 'card');
  assert.equal(
    (await stateOf(gateway, as, orderNo)).parts.map(({ amount }) => amount),
    [50_000_00, 20_000_00],
  );
  assert.is((await gateway.send(calls.findLittleUse, { orderNo }, as)).code, '500');
  await change(gateway, as, orderNo, 'usdt');
  const again = (await gateway.send(calls.findLittleUse, { orderNo }, as)).body;
  assert.is.not(`${again.address} ${again.amount}`, `${first.address} ${first.amount}`);
  await press(gateway, `/dev/pay/usdt/${orderNo}`, 'exact');
  assert.equal((await stateOf(gateway, as, orderNo)).way, 'usdt');
});

test('an order that is paid in part goes on online or from the balance', async ({ gateway, as, member }) => {
  const productId = await addProduct(gateway, { price: 60_000_00 });
  const orderNo = await waiting(gateway, as, { productId });
  await press(gateway, pathOf(await start(gateway, as, orderNo)), 'pay');
  assert.equal(await waysOf(gateway, as, orderNo), ['balance', 'wechat', 'alipay', 'card']);
  assert.is((await change(gateway, as, orderNo, 'remittance')).code, '500');
  await give(gateway, member, 'balance', 10_000_00);
  assert.is((await change(gateway, as, orderNo, 'balance')).body.state, 1);
  assert.is(await held(gateway, member), 0);
  assert.is((await stateOf(gateway, as, orderNo)).paidAmount, 60_000_00);
});

test('a large bank transfer is split when its member pays online instead, and is one amount again', async ({
  gateway,
  as,
}) => {
  const productId = await addProduct(gateway, { price: 60_000_00 });
  const orderNo = await waiting(gateway, as, { productId });
  const parts = async () =>
    (
      await gateway.db.run
        .selectFrom('payment_part')
        .select(['part', 'amount'])
        .where('order_no', '=', orderNo)
        .orderBy('part')
        .execute()
    ).map(({ part, amount }) => `${part}: ${amount}`);
  const split = ['1: 5000000', '2: 1000000'];
  assert.equal(await parts(), split);
  await change(gateway, as, orderNo, 'remittance');
  assert.equal(await parts(), ['1: 6000000']);
  await change(gateway, as, orderNo, 'alipay');
  assert.equal(await parts(), split);
});

test('parts that were paid out of order leave the others as they are', async ({ gateway, as }) => {
  const productId = await addProduct(gateway, { price: 60_000_00 });
  const order_no = await waiting(gateway, as, { productId });
  const { db } = gateway;
  const ofOrder = db.run.selectFrom('payment_part').selectAll().where('order_no', '=', order_no);
  const set = (part: number, values: { paid?: boolean; amount?: number }) =>
    db.run
      .updateTable('payment_part')
      .set(values)
      .where('order_no', '=', order_no)
      .where('part', '=', part)
      .execute();
  await set(2, { paid: true });
  // as split now, and as under a lower limit
  for (const amount of [50_000_00, 20_000_00]) {
    await set(1, { amount });
    const before = await ofOrder.orderBy('part').execute();
    await db.tx((tx) =>
      rewriteParts(tx, { order_no, member: as.userId ?? '', total: 60_000_00, paid: 10_000_00 }, 'alipay'),
    );
    assert.equal(await ofOrder.orderBy('part').execute(), before);
  }
  await set(1, { amount: 50_000_00 });
  await set(2, { paid: false });
});

test('a member who changes methods repeatedly does not reserve goods longer than the longest one allows', async ({
  gateway,
  as,
}) => {
  const productId = await addProduct(gateway, { stock: 1 });
  const orderNo = await waiting(gateway, as, { productId });
  gateway.clock.ahead = 29 * 60_000;
  await change(gateway, as, orderNo, 'alipay');
  await expireOrders(gateway.db, Date.now() + 40 * 60_000);
  assert.is((await stateOf(gateway, as, orderNo)).state, 0, 'there is time to pay in the new way');
  await change(gateway, as, orderNo, 'remittance');
  for (let day = 1; day <= 3; day++) {
    gateway.clock.ahead = day * 23 * hour;
    assert.is((await change(gateway, as, orderNo, day % 2 ? 'card' : 'remittance')).code, '1');
  }
  const { expiresAt } = await stateOf(gateway, as, orderNo);
  assert.ok(Date.parse(expiresAt!) <= Date.now() + 72 * hour + 60_000, expiresAt);
  await expireOrders(gateway.db, Date.now() + 73 * hour);
  assert.is(await stockOf(gateway, productId), 1);
});

test('nobody changes another member’s order, to a way that is not offered, or one that is over', async ({
  gateway,
  as,
}) => {
  const orderNo = await waiting(gateway, as, { productId: await addProduct(gateway) });
  const other = await abroad(gateway);
  assert.is((await change(gateway, other, orderNo, 'card')).message, 'Order not found');
  assert.is((await gateway.send(calls.offeredMethods, { orderNo }, other)).message, 'Order not found');
  assert.match((await change(gateway, as, orderNo, 'usdt')).message, "isn't available here");
  assert.is((await change(gateway, as, orderNo, 'points')).code, '5001');
  assert.equal(await waysOf(gateway, as, orderNo), ['balance', 'wechat', 'alipay', 'card', 'remittance']);
  await expireOrders(gateway.db, Date.now() + hour);
  assert.match((await change(gateway, as, orderNo, 'alipay')).message, 'no longer open');
});

test('payment from the balance asks for the payment password above its amount, after any earlier method', async () => {
  const gateway = await openGateway({ env: { PAY_PASSWORD_FROM: '10000' } });
  const { id: member } = await addMember(gateway, { country: 'cn' });
  const as = await gateway.signIn(member);
  await give(gateway, member, 'balance', 1000_00);
  const pays = async (price: number) => {
    const productId = await addProduct(gateway, { price });
    const bought = await order(gateway, as, orders.addByMoney, { productId });
    const changed = await change(gateway, as, await waiting(gateway, as, { productId }), 'balance');
    return [bought, changed].map(({ code, body }) => body.needs ?? code);
  };
  assert.equal(await pays(99_99), ['1', '1']);
  assert.equal(await pays(100_00), ['setPayPassword', 'setPayPassword']);
  await addRows(gateway, 'pay_password', [{ member, guarded_until: null, trusted: null }]);
  assert.equal(await pays(100_00), ['payPassword', 'payPassword']);
  const to = await waiting(gateway, as, { productId: await addProduct(gateway, { price: 100_00 }) });
  assert.is((await change(gateway, as, to, 'alipay')).code, '1', 'what is paid elsewhere is asked for there');
  await gateway.close();
});

test('after a reset of a password the balance pays no order for a day, neither a new nor a waiting one', async ({
  gateway,
  as,
  member,
}) => {
  await give(gateway, member, 'balance', 300_00);
  const productId = await addProduct(gateway);
  const orderNo = await waiting(gateway, as, { productId });
  await gateway.db.tx((tx) => restMoney(tx, member, new Date(Date.now() + 24 * hour)));
  const pays = async () => [
    (await change(gateway, as, orderNo, 'balance')).code,
    (await order(gateway, as, orders.addByMoney, { productId })).code,
  ];
  assert.equal(await pays(), ['500', '500']);
  assert.match((await change(gateway, as, orderNo, 'balance')).message, 'use your balance');
  assert.equal([await held(gateway, member), (await stateOf(gateway, as, orderNo)).way], [300_00, 'card']);
  assert.is((await change(gateway, as, orderNo, 'alipay')).code, '1', 'other money does not rest');
  gateway.clock.ahead = 24 * hour + 1000;
  await gateway.db.run
    .updateTable('purchase')
    .set({ expires_at: new Date(Date.now() + 48 * hour) })
    .where('order_no', '=', orderNo)
    .execute();
  assert.equal(await pays(), ['1', '1']);
  assert.is(await held(gateway, member), 100_00);
});

test('an order in points is paid with points and in no other way, one in money with neither', () => {
  const may = (currency: 'money' | 'points' | 'cloudBeans', paid = 0) =>
    (['balance', 'card', 'points', 'cloudBeans'] as const).filter((way) =>
      canBePaidBy({ currency, paid }, way),
    );
  assert.equal(may('points'), ['points']);
  assert.equal(may('cloudBeans'), ['cloudBeans']);
  assert.equal(may('money'), ['balance', 'card']);
});

test.run();
