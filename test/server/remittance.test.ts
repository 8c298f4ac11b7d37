import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as orders from '../../src/contract/buying/orders';
import * as calls from '../../src/contract/buying/payments';
import { getInfo } from '../../src/contract/member/auth';
import { expireOrders } from '../../src/server/checkout/expire-orders';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addRows } from './support/rows';
import { addProduct, booksInOrder, held, press, stateOf, stockOf, waiting } from './support/shop';
import { addPicture } from './support/upload';

interface Context {
  gateway: TestGateway;
  as: Sent;
  member: string;
}
const test = suite<Context>('remittance');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  context.member = (await addMember(context.gateway, { country: 'cn' })).id;
  context.as = await context.gateway.signIn(context.member);
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

const desk = async ({ gateway }: Context, path: string, body?: object) =>
  (
    await fetch(`${gateway.url}/operator/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${gateway.settings.operatorToken}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  ).json() as Promise<any>;

async function remit({ gateway, as, member }: Context, more: object = {}) {
  const voucher = await addPicture(gateway, member);
  const form = { amount: 100_00, phone: '13800138000', voucher, requestKey: randomUUID(), ...more };
  return gateway.send(calls.remit, form, as);
}

test('an order confirms from its voucher until the operator has seen the money', async (context) => {
  const { gateway, as } = context;
  const orderNo = await waiting(gateway, as, {
    productId: await addProduct(gateway),
    channel: 'remittance',
  });
  const { body: ticket } = await gateway.send(calls.startPay, { orderNo }, as);
  assert.is(ticket.payee.reference, orderNo);
  const { body } = await remit(context, { orderNo });
  assert.is(body.state, -3);
  await expireOrders(gateway.db, Date.now() + 100 * 3_600_000);
  assert.is((await stateOf(gateway, as, orderNo)).state, -3);
  const cancel = { orderNo, requestKey: randomUUID() };
  assert.is((await gateway.send(orders.cancelOrder, cancel, as)).code, '500');
  assert.match((await remit(context, { orderNo })).message, /being confirmed/);
  for (let again = 0; again < 2; again++) await desk(context, `remittances/${body.id}/approve`, {});
  const paid = await stateOf(gateway, as, orderNo);
  assert.is(paid.state, 1);
  assert.equal(paid.remittance, { state: 'approved' });
  assert.is(
    (await desk(context, `remittances/${body.id}/reject`, { reason: 'no' })).message !== undefined,
    true,
  );
  assert.is((await stateOf(gateway, as, orderNo)).state, 1);
});

test('a rejected remittance fails the order with the reason, and the goods go back', async (context) => {
  const { gateway, as } = context;
  const productId = await addProduct(gateway, { stock: 3 });
  const orderNo = await waiting(gateway, as, { productId, channel: 'remittance' });
  const { body } = await remit(context, { orderNo });
  await desk(context, `remittances/${body.id}/reject`, { reason: 'No such transfer' });
  const failed = await stateOf(gateway, as, orderNo);
  assert.is(failed.state, -1);
  assert.is(failed.failReason, 'rejected');
  assert.equal(failed.remittance, { state: 'rejected', reason: 'No such transfer' });
  assert.is(await stockOf(gateway, productId), 3);
});

test('an order that was paid on an old page stays paid when its remittance is rejected', async (context) => {
  const { gateway, as } = context;
  const productId = await addProduct(gateway, { stock: 3 });
  const orderNo = await waiting(gateway, as, { productId });
  const page = (await gateway.send(calls.startPay, { orderNo }, as)).body.url;
  const way = { orderNo, way: 'remittance', requestKey: randomUUID() };
  assert.is((await gateway.send(orders.changeMethod, way, as)).code, '1');
  const { body } = await remit(context, { orderNo });
  await press(gateway, page, 'pay');
  const before = await stateOf(gateway, as, orderNo);
  assert.is(before.state, 1);
  const answer = await desk(context, `remittances/${body.id}/reject`, { reason: 'No such transfer' });
  assert.is(answer.state, 'rejected', answer.message);
  const after = await stateOf(gateway, as, orderNo);
  assert.equal([after.state, after.failReason, await stockOf(gateway, productId)], [1, undefined, 2]);
});

test('amount, phone and voucher are asked for, and the amount is the order’s', async (context) => {
  const { gateway, as } = context;
  const orderNo = await waiting(gateway, as, {
    productId: await addProduct(gateway),
    channel: 'remittance',
  });
  const wrong = await remit(context, { orderNo, amount: 99_00 });
  assert.equal(wrong.body.problems, { amount: { rule: 'wrong', limit: 100_00 } });
  const empty = await gateway.send(calls.remit, { voucher: '', requestKey: randomUUID() }, as);
  assert.equal(Object.keys(empty.body.problems).sort(), ['amount', 'phone', 'voucher']);
  assert.is(empty.body.problems.voucher.rule, 'voucher');
  assert.equal((await remit(context, { orderNo, phone: '12' })).body.problems, { phone: { rule: 'phone' } });
  const abroad = await remit(context, { orderNo, phone: '+84912345678' });
  assert.equal(abroad.body.problems, { phone: { rule: 'mobile' } }, 'in China, a mobile number of China');
  const stranger = await addPicture(gateway, (await addMember(gateway)).id);
  const notTheirs = await remit(context, { orderNo, voucher: stranger });
  assert.equal(notTheirs.body.problems, { voucher: { rule: 'voucher' } });
  const lost = randomUUID();
  await addRows(gateway, 'picture', [{ id: lost, owner: context.member }]);
  const gone = await remit(context, { orderNo, voucher: lost });
  assert.equal(gone.body.problems, { voucher: { rule: 'voucher' } }, 'its file is not there any more');
  assert.is((await stateOf(gateway, as, orderNo)).state, 0);
});

test('a member to whom bank transfers are not offered cannot report one', async ({ gateway: { db } }) => {
  const gateway = await openGateway({ env: { WAYS_CN: 'balance,card' }, database: db });
  try {
    const [there, here] = await Promise.all(
      (['cn', 'intl'] as const).map((country) => addMember(gateway, { country })),
    );
    const reports = async (member: string, phone: string) =>
      remit({ gateway, member, as: await gateway.signIn(member) }, { phone });
    assert.match((await reports(there!.id, '13800138000')).message, /isn't available here/);
    assert.is((await reports(here!.id, '+84912345678')).code, '1');
    const rows = await db.run
      .selectFrom('remittance')
      .select('member')
      .where('member', 'in', [there!.id, here!.id])
      .execute();
    assert.equal(rows, [{ member: here!.id }]);
  } finally {
    await gateway.close();
  }
});

test('the same voucher twice is flagged to the operator', async (context) => {
  const { gateway, member } = context;
  const first = await remit(context, { voucher: await addPicture(gateway, member, 'the same picture') });
  const second = await remit(context, { voucher: await addPicture(gateway, member, 'the same picture') });
  const { items } = await desk(context, 'remittances');
  const of = (id: string) => items.find((one: { id: string }) => one.id === id);
  assert.is(of(first.body.id).sameVoucherAs, undefined);
  assert.is(of(second.body.id).sameVoucherAs, first.body.id);
  const picture = new URL(of(first.body.id).voucher);
  const seen = await fetch(`${gateway.url}${picture.pathname}${picture.search}`);
  assert.is(await seen.text(), 'the same picture');
});

test('a remittance without an order recharges the balance, once', async (context) => {
  const { gateway, member } = context;
  const requestKey = randomUUID();
  const voucher = await addPicture(gateway, member);
  const { body } = await remit(context, { requestKey, voucher, amount: 250_00 });
  assert.is((await remit(context, { requestKey, voucher, amount: 250_00 })).body.id, body.id);
  assert.is(await held(gateway, member), 0);
  await Promise.all([1, 2, 3].map(() => desk(context, `remittances/${body.id}/approve`, {})));
  assert.is(await held(gateway, member), 250_00);
});

test('a member sees their recharges and where to remit to, and nobody else’s', async (context) => {
  const { gateway, as } = context;
  const { body: first } = await remit(context, { amount: 250_00 });
  const { body: second } = await remit(context, { amount: 300_00 });
  await desk(context, `remittances/${first.id}/approve`, {});
  await desk(context, `remittances/${second.id}/reject`, { reason: 'Not our account' });
  const { body } = await gateway.send(calls.listRecharges, {}, as);
  assert.equal(
    body.items.map(({ amount, state, reason }: calls.Recharge) => [amount, state, reason]),
    [
      [300_00, 'rejected', 'Not our account'],
      [250_00, 'approved', undefined],
    ],
  );
  const { userInfo } = (await gateway.send(getInfo, {}, as)).body;
  assert.is(body.payee.reference, userInfo.username, 'so that the money finds the member');
  assert.is(body.sandbox, true, 'nobody’s account is labelled');
  const other = await gateway.signIn((await addMember(gateway, { country: 'cn' })).id);
  assert.equal((await gateway.send(calls.listRecharges, {}, other)).body.items, []);
});

test.run();
