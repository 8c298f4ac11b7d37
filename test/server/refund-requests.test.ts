import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as orders from '../../src/contract/buying/orders';
import { listMessages } from '../../src/contract/support/messages';
import { waitingLists } from '../../src/server/waiting-lists';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { operator } from './support/operator';
import { addProduct, booksInOrder, give, held, order, stateOf } from './support/shop';

interface Context {
  gateway: TestGateway;
  as: Sent;
  member: string;
  username: string;
  orderNo: string;
}
const test = suite<Context>('refund requests');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  const { gateway } = context;
  const member = await addMember(gateway);
  Object.assign(context, { member: member.id, username: member.username });
  context.as = await gateway.signIn(member.id);
  await give(gateway, member.id, 'balance', 100_00);
  const bought = await order(gateway, context.as, orders.addByMoney, {
    productId: await addProduct(gateway),
  });
  context.orderNo = bought.body.orderNo;
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

const ask = (
  { gateway, as, orderNo }: Context,
  reason = 'I took the wrong plan',
  requestKey: string = randomUUID(),
) => gateway.send(orders.askRefund, { orderNo, reason, requestKey }, as);
const queue = async ({ gateway }: Context, state = 'asked') =>
  JSON.parse((await operator(gateway, 'refund', 'list', state, '--json')).text).items as {
    id: string;
    member: string;
    reason: string;
    left: number;
  }[];
const own = <Item extends { id: string }>(all: Item[], { orderNo }: Context) =>
  all.filter(({ id }) => id === orderNo);
const waitingNow = async ({ gateway }: Context) =>
  (await waitingLists.find(({ name }) => name === 'refunds')!.look(gateway.db.run)).count;

test('a member asks for their money back, the desk sees it and gives it back', async (context) => {
  const { gateway, as, member, username, orderNo } = context;
  const before = await waitingNow(context);
  assert.is((await ask(context)).body.state, 'asked');
  assert.is((await waitingNow(context)) - before, 1);
  const [request] = own(await queue(context), context);
  assert.equal(
    [request?.member, request?.reason, request?.left],
    [username, 'I took the wrong plan', 100_00],
  );
  assert.is((await stateOf(gateway, as, orderNo)).refundRequest?.state, 'asked');
  assert.is((await operator(gateway, 'order', 'refund', orderNo, 'all', 'As you asked')).code, 0);
  assert.is(await held(gateway, member), 100_00);
  assert.is((await stateOf(gateway, as, orderNo)).refundRequest?.state, 'refunded');
  assert.is((await waitingNow(context)) - before, 0, 'it waits for nobody');
  assert.equal(own(await queue(context), context), []);
  assert.is(own(await queue(context, 'refunded'), context).length, 1);
});

test('a refused request tells the member why, once, and can be made again', async (context) => {
  const { gateway, as, member, orderNo } = context;
  await ask(context);
  const refuse = () => operator(gateway, 'refund', 'refuse', orderNo, 'Used', 'for', 'a', 'month');
  assert.is((await refuse()).code, 0);
  assert.is((await refuse()).code, 0, 'the same again changes nothing');
  assert.is.not((await operator(gateway, 'refund', 'refuse', orderNo, 'Other words')).code, 0);
  const { refundRequest } = await stateOf(gateway, as, orderNo);
  assert.equal([refundRequest?.state, refundRequest?.answer], ['refused', 'Used for a month']);
  const messages = (await gateway.send(listMessages, {}, as)).body.items as { title: string; text: string }[];
  const told = messages.filter(({ title }) => title === 'Refund not granted');
  assert.is(told.length, 1);
  assert.match(told[0]!.text, 'Used for a month');
  assert.is(await held(gateway, member), 0);
  assert.is((await ask(context, 'It never came online')).body.state, 'asked');
  assert.is((await stateOf(gateway, as, orderNo)).refundRequest?.answer, undefined);
});

test('a request waits once; a repeated one gets the same answer', async (context) => {
  const requestKey = randomUUID();
  await ask(context, 'Twice', requestKey);
  assert.is((await ask(context, 'Twice', requestKey)).body.state, 'asked');
  assert.match((await ask(context)).message, /already/);
});

test('nothing is asked back of what is unpaid, given back, or another member’s', async (context) => {
  const { gateway, as, orderNo } = context;
  const other = await gateway.signIn((await addMember(gateway)).id);
  assert.is((await ask({ ...context, as: other })).message, 'Order not found');
  const unpaid = await order(gateway, as, orders.addUserOrder, {
    productId: await addProduct(gateway),
    channel: 'card',
  });
  assert.match((await ask({ ...context, orderNo: unpaid.body.orderNo })).message, /has not been paid/);
  await operator(gateway, 'order', 'refund', orderNo, 'all', 'Done');
  assert.match((await ask(context)).message, /refunded in full/);
  for (const one of [orderNo, 'none'])
    assert.match((await operator(gateway, 'refund', 'refuse', one, 'Why not')).text, /Nobody has asked/);
});

test('a request needs words, and no more than 300 characters', async (context) => {
  assert.equal((await ask(context, ' ')).body.problems, { reason: { rule: 'required' } });
  assert.equal((await ask(context, 'x'.repeat(301))).body.problems, {
    reason: { rule: 'maxLength', limit: 300 },
  });
});

test('my orders are found by their number and by what was bought, in any language', async (context) => {
  const { gateway, as, orderNo, member } = context;
  await give(gateway, member, 'balance', 50_00);
  const productId = await addProduct(gateway, { name_en: 'Phone stand', name_zh: '手机支架', price: 50_00 });
  const stand = (await order(gateway, as, orders.addByMoney, { productId })).body.orderNo;
  const found = async (keyword: string) =>
    ((await gateway.send(orders.listOrders, { keyword }, as)).body.items as orders.OrderSummary[]).map(
      (one) => one.orderNo,
    );
  assert.equal(await found('stand'), [stand]);
  assert.equal(await found('手机支架'), [stand]);
  assert.equal(await found(orderNo.slice(4).toLowerCase()), [orderNo]);
  assert.equal(await found('100%'), []);
  const other = await gateway.signIn((await addMember(gateway)).id);
  assert.equal((await gateway.send(orders.listOrders, { keyword: 'stand' }, other)).body.items, []);
});

test.run();
