import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as addresses from '../../src/contract/buying/addresses';
import * as orders from '../../src/contract/buying/orders';
import * as payments from '../../src/contract/buying/payments';
import { quote } from '../../src/contract/buying/products';
import { addOrder } from './support/devices';
import { call, env, link, mint } from './support/embed';
import { addMember, password } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { addProduct, booksInOrder, give, held } from './support/shop';
import { addPicture } from './support/upload';

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

paying(
  'a payment from the balance takes effect after the member has confirmed it on our own page',
  async (the) => {
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
  },
);

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

paying(
  'goods go to an address that the member writes in the page, which sees it masked afterwards',
  async (the) => {
    const token = await mint(the.gateway, {
      member: the.member,
      feature: 'points',
      scopes: ['points:read', 'points:buy'],
    });
    const as = (what: { path: string }, input: object) => call(the.gateway, token, what, input);
    const written = { username: 'Dana Lee', userphone: '13800138000', address: '12 Harbour Street, door 4' };
    const made = await as(addresses.addAddress, { ...written, area: '440305', requestKey: randomUUID() });
    assert.is(made.code, '1', made.message);
    const [listed] = (await as(addresses.listAddresses, {})).body.items;
    for (const seen of [made.body, listed]) {
      assert.is(seen.username, 'D•••ee');
      assert.is(seen.address, '1••• 4');
      for (const value of Object.values(written)) assert.not.match(JSON.stringify(seen), value);
    }
    await addOrder(the.gateway, the.member, { quantity: 100 }); // fewer, and points are frozen
    await give(the.gateway, the.member, 'points', 500);
    const items = [
      { productId: await addProduct(the.gateway, { category: 'goods', points: 300 }), quantity: 1 },
    ];
    const buying = { items, shownTotal: 300, addressId: listed.id, requestKey: randomUUID() };
    const { code, body } = await as(orders.addByIntegral, buying);
    assert.is(code, '5110');
    assert.is((await post(the, body.challenge.id, { act: 'confirm', password })).state, 'done');
    const { orderNo } = (await as(orders.addByIntegral, buying)).body;
    assert.equal(await stateOf(the, orderNo), { state: 1, way: 'points' });
    assert.is((await as(addresses.getAddress, { id: listed.id })).status, 403, 'none is read whole');
  },
);

paying('a contract is signed in the page, and who signs it is typed on our own page only', async (the) => {
  const { gateway, member } = the;
  const scopes = ['orders:read', 'orders:write'];
  the.token = await mint(gateway, { member, feature: 'orders', scopes });
  const buying = await mint(gateway, { member, feature: 'devices', scopes: ['devices:buy'] });
  const machines = await machine({ ...the, token: buying });
  const prepared = await call(gateway, buying, orders.addByMoney, machines);
  await post(the, prepared.body.challenge.id, { act: 'confirm', password });
  const { orderNo } = (await call(gateway, buying, orders.addByMoney, machines)).body;
  const signature = await addPicture(gateway, member);
  const input = { orderNo, idType: 'passport', name: 'Dana Lee', signature, requestKey: randomUUID() };
  const { code, body } = await ask(the, orders.signContract, { ...input, idNumber: 'X12345678' });
  assert.is(code, '5110');
  const html = await (await fetch(`${gateway.url}/secure/${body.challenge.id}`)).text();
  for (const said of ['Sign the contract', orderNo, 'Dana Lee', 'Passport number']) assert.match(html, said);
  assert.not.match(html, 'X12345678'); // a number of the page's is dropped
  const confirm = (number: string) => post(the, body.challenge.id, { act: 'confirm', password, number });
  assert.is((await confirm('')).state, 'refused');
  assert.is((await confirm('X7654321')).state, 'done');
  const signed = await ask(the, orders.getContract, { orderNo });
  assert.ok(signed.body.signed.at);
  assert.not.match(JSON.stringify(signed.body), /X7654321|Dana Lee/);
  const stored = gateway.db.run.selectFrom('signature').select('id_number').where('order_no', '=', orderNo);
  assert.is((await stored.executeTakeFirstOrThrow()).id_number, 'X7654321');
});

paying.run();
