import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as orders from '../../src/contract/buying/orders';
import * as calls from '../../src/contract/buying/payments';
import { listMovements } from '../../src/contract/money/wallet';
import { listMessages } from '../../src/contract/support/messages';
import { expireOrders } from '../../src/server/checkout/expire-orders';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { operator } from './support/operator';
import { addProduct, booksInOrder, give, held, order, press, stateOf, waiting } from './support/shop';

interface Context {
  gateway: TestGateway;
  as: Sent;
  member: string;
}
const test = suite<Context>('top-up');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  context.member = (await addMember(context.gateway, { country: 'cn' })).id;
  context.as = await context.gateway.signIn(context.member);
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

const topUp = (
  { gateway, as }: Context,
  input: { amount: number; way: string; phone?: string; requestKey?: string },
) => gateway.send(calls.topUp, { phone: '13800138000', requestKey: randomUUID(), ...input }, as);

async function pay({ gateway, as }: Context, orderNo: string) {
  const { body } = await gateway.send(calls.startPay, { orderNo, inWechat: true }, as);
  return press(gateway, body.url.split('?')[0], 'pay');
}

for (const way of ['card', 'wechat', 'alipay'])
  test(`a member tops up by ${way}: the balance grows once, and the statement says why`, async (context) => {
    const { gateway, as, member } = context;
    const { body } = await topUp(context, { amount: 500_00, way });
    assert.equal([body.state, body.total], [0, 500_00]);
    assert.is(await held(gateway, member), 0);
    await pay(context, body.orderNo);
    await pay(context, body.orderNo).catch(() => {});
    assert.is(await held(gateway, member), 500_00);
    const order = await stateOf(gateway, as, body.orderNo);
    assert.equal([order.state, order.topUp, order.lines, order.contract], [1, true, [], 'none']);
    const [movement] = (await gateway.send(listMovements, { kind: 'balance' }, as)).body.items;
    assert.equal([movement.reason, movement.amount], ['recharge', 500_00]);
    const messages = (await gateway.send(listMessages, {}, as)).body.items as { title: string }[];
    assert.equal(
      messages.map(({ title }) => title).filter((title) => /Top-up|Order/.test(title)),
      ['Top-up received'],
    );
  });

test('a top-up above the online limit is paid in parts, and credited with the last of them', async (context) => {
  const { gateway, as, member } = context;
  const { body } = await topUp(context, { amount: 80_000_00, way: 'card' });
  const { parts } = await stateOf(gateway, as, body.orderNo);
  assert.equal(
    parts.map(({ amount }) => amount),
    [50_000_00, 30_000_00],
  );
  await pay(context, body.orderNo);
  assert.is(await held(gateway, member), 0);
  await pay(context, body.orderNo);
  assert.is(await held(gateway, member), 80_000_00);
});

test('a top-up with USDT waits for an exact amount at an address of its own', async (context) => {
  const { gateway } = context;
  const member = await addMember(gateway, { country: 'intl' });
  const as = await gateway.signIn(member.id);
  const asked = { amount: 720_00, way: 'usdt', phone: '+6591234567' };
  const { body } = await topUp({ ...context, as }, asked);
  const ticket = (await gateway.send(calls.findLittleUse, { orderNo: body.orderNo }, as)).body;
  const { usdtRate } = gateway.settings;
  const price = (720_00 / usdtRate) * 1_000_000;
  assert.ok(ticket.address && Math.abs(ticket.amount - price) < 100_000, `${ticket.amount} for ${price}`);
  const left = Date.parse(ticket.deadline) - Date.now();
  assert.ok(left > gateway.settings.orderTtl - 30_000 && left <= gateway.settings.orderTtl, `${left} ms`);
});

test('a top-up needs an amount, a phone number and a method that is offered here', async (context) => {
  const problems = async (input: object) =>
    (await topUp(context, { amount: 100_00, way: 'card', ...input })).body?.problems;
  assert.equal(await problems({ amount: 0 }), { amount: { rule: 'notZero', limit: 1 } });
  assert.equal(await problems({ phone: '' }), { phone: { rule: 'required' } });
  assert.equal(await problems({ phone: '+6591234567' }), { phone: { rule: 'mobile' } });
  assert.equal(await problems({ way: 'balance' }), { way: { rule: 'wrong' } });
  assert.is((await topUp(context, { amount: 100_00, way: 'usdt' })).code, '500');
});

test('a top-up is no order of goods: neither listed, counted, refunded nor paid from the balance', async (context) => {
  const { gateway, as, member } = context;
  await give(gateway, member, 'balance', 1000_00);
  const { body } = await topUp(context, { amount: 100_00, way: 'card' });
  const { orderNo } = body;
  assert.equal((await gateway.send(orders.listOrders, {}, as)).body.items, []);
  assert.equal((await gateway.send(orders.waitingOrders, {}, as)).body.unpaid, 0);
  const { ways } = (await gateway.send(calls.offeredMethods, { orderNo }, as)).body as calls.OfferedMethods;
  assert.not.ok(ways.some(({ way }) => way === 'balance'));
  const change = { orderNo, way: 'balance', requestKey: randomUUID() };
  assert.is((await gateway.send(orders.changeMethod, change, as)).code, '500');
  await pay(context, orderNo);
  const ask = { orderNo, reason: 'Back', requestKey: randomUUID() };
  assert.match((await gateway.send(orders.askRefund, ask, as)).message, /in your balance/);
  assert.is.not((await operator(gateway, 'order', 'refund', orderNo, 'all', 'Back')).code, 0);
  assert.is(await held(gateway, member), 1100_00);
});

test('top-ups of both kinds are in one list, and one that nobody paid leaves it', async (context) => {
  const { gateway, as } = context;
  const first = (await topUp(context, { amount: 100_00, way: 'card' })).body.orderNo;
  const second = (await topUp(context, { amount: 200_00, way: 'alipay' })).body.orderNo;
  await pay(context, first);
  const bought = await order(gateway, as, orders.addByMoney, { productId: await addProduct(gateway) });
  assert.is(bought.code, '1');
  const listed = async () => {
    const { items } = (await gateway.send(calls.listRecharges, {}, as)).body as { items: calls.Recharge[] };
    return items.map(({ orderNo, way, state }) => [orderNo, way, state]);
  };
  assert.equal(
    (await listed()).sort(),
    [
      [first, 'card', 'approved'],
      [second, 'alipay', 'waiting'],
    ].sort(),
  );
  const other = await gateway.signIn((await addMember(gateway)).id);
  assert.equal((await gateway.send(calls.listRecharges, {}, other)).body.items, []);
  await expireOrders(gateway.db, Date.now() + 100 * 24 * 3_600_000);
  assert.equal(await listed(), [[first, 'card', 'approved']]);
});

test('a repeated request makes one top-up, and waiting ones are bounded like orders', async (context) => {
  const requestKey = randomUUID();
  const input = { amount: 100_00, way: 'card', requestKey };
  const first = await topUp(context, input);
  assert.is((await topUp(context, input)).body.orderNo, first.body.orderNo);
  for (let more = 0; more < 9; more++) await topUp(context, { amount: 100_00, way: 'card' });
  assert.is((await topUp(context, { amount: 100_00, way: 'card' })).code, '500');
  const { gateway, as } = context;
  const goods = waiting(gateway, as, { productId: await addProduct(gateway) });
  assert.ok(
    await goods.then(
      () => false,
      () => true,
    ),
    'they count for orders of goods, too',
  );
});

test.run();
