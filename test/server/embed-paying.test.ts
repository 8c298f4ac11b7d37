import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as orders from '../../src/contract/buying/orders';
import * as payments from '../../src/contract/buying/payments';
import { quote } from '../../src/contract/buying/products';
import { call, env, link, mint } from './support/embed';
import { addMember, password } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { addProduct, booksInOrder, give, held } from './support/shop';

interface Context {
  gateway: TestGateway;
  member: string;
  token: string;
}
const paying = suite<Context>('paying in a partner’s page');
paying.before.each(async (the) => {
  the.gateway ??= await openGateway({ env });
  the.member = (await addMember(the.gateway)).id;
  await link(the.gateway, the.member);
  await give(the.gateway, the.member, 'balance', 1000_00);
  const scopes = ['devices:read', 'devices:buy'];
  the.token = await mint(the.gateway, { member: the.member, feature: 'devices', scopes });
});
paying.after.each(({ gateway }) => booksInOrder(gateway));
paying.after(({ gateway }) => gateway.close());

const ask = ({ gateway, token }: Context, what: { path: string }, input: object) =>
  call(gateway, token, what, input);

/** A machine, for what it costs. */
async function machine(the: Context) {
  const items = [{ productId: await addProduct(the.gateway), quantity: 1 }];
  const { total } = (await ask(the, quote, { items })).body;
  return { items, shownTotal: total as number, requestKey: randomUUID() };
}
/** An order that waits to be paid by card. */
async function waiting(the: Context): Promise<{ orderNo: string; total: number }> {
  return (await ask(the, orders.addUserOrder, { ...(await machine(the)), channel: 'card' })).body;
}
async function post({ gateway }: Context, id: string, body: object) {
  const response = await fetch(`${gateway.url}/secure/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: gateway.url },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { state: string };
}
const balanceOf = ({ gateway, member }: Context) => held(gateway, member, 'balance');
const stateOf = async ({ gateway }: Context, orderNo: string) => {
  const found = gateway.db.run
    .selectFrom('purchase')
    .select(['state', 'way'])
    .where('order_no', '=', orderNo);
  return found.executeTakeFirstOrThrow();
};

paying('what the balance buys is bought once the member has confirmed it on our own page', async (the) => {
  const input = await machine(the);
  const before = await balanceOf(the);
  const { code, body } = await ask(the, orders.addByMoney, input);
  assert.is(code, '5110');
  assert.is(await balanceOf(the), before);
  const html = await (await fetch(`${the.gateway.url}/secure/${body.challenge.id}`)).text();
  for (const said of ['Pay for your order', '¥100.00', 'Balance', '× 1']) assert.match(html, said);
  assert.is((await post(the, body.challenge.id, { act: 'confirm', password })).state, 'done');
  const made = await ask(the, orders.addByMoney, input);
  assert.is(made.code, '1');
  assert.equal(await stateOf(the, made.body.orderNo), { state: 1, way: 'balance' });
});

paying(
  'an order is paid from the balance on our own page, and changed to another way without it',
  async (the) => {
    const { orderNo, total } = await waiting(the);
    const change = (way: string) => ask(the, orders.changeMethod, { orderNo, way, requestKey: randomUUID() });
    assert.is((await change('usdt')).code, '1');
    assert.is((await change('card')).code, '1');
    const { code, body } = await change('balance');
    assert.is(code, '5110');
    assert.equal(await stateOf(the, orderNo), { state: 0, way: 'card' });
    const html = await (await fetch(`${the.gateway.url}/secure/${body.challenge.id}`)).text();
    for (const said of [orderNo, `¥${total / 100}.00`]) assert.match(html, said);
    assert.is((await post(the, body.challenge.id, { act: 'confirm', password })).state, 'done');
    assert.equal(await stateOf(the, orderNo), { state: 1, way: 'balance' });
  },
);

paying('to be asked for the password closes no payment that was begun', async (the) => {
  const { orderNo } = await waiting(the);
  await ask(the, payments.startPay, { orderNo });
  const attempts = the.gateway.db.run
    .selectFrom('payment_attempt')
    .select('state')
    .where('order_no', '=', orderNo);
  await ask(the, orders.changeMethod, { orderNo, way: 'balance', requestKey: randomUUID() });
  assert.equal(await attempts.execute(), [{ state: 'open' }]);
});

paying(
  'a provider’s page comes back to one that closes its window, and the app’s to the app',
  async (the) => {
    const { orderNo } = await waiting(the);
    const { url } = (await ask(the, payments.startPay, { orderNo })).body;
    assert.match(url, /^http.*\/dev\/pay\//); // whole: a path would be one of the partner's page
    const { pathname, search } = new URL(url);
    const paid = await fetch(the.gateway.url + pathname + search, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'do=pay',
    });
    assert.is(paid.headers.get('location'), '/pay/done');
    assert.is((await stateOf(the, orderNo)).state, 1);
    const page = await fetch(`${the.gateway.url}/pay/done`);
    assert.match(await page.text(), '<script>close()</script>');
    assert.match(page.headers.get('content-security-policy')!, "script-src 'sha256-");
  },
);

paying(
  'a partner’s page learns whether there is enough to pay with, and not how much there is',
  async (the) => {
    const { body } = await ask(the, payments.offeredMethods, { total: 99_00 });
    const balance = body.ways.find(({ way }: { way: string }) => way === 'balance');
    assert.is(balance.usable, true);
    assert.not.match(JSON.stringify(body), /available|100000/);
  },
);

paying.run();
