import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as session from '../../src/contract/member/auth';
import * as wallet from '../../src/contract/money/wallet';
import * as calls from '../../src/contract/shop/goods';
import * as messages from '../../src/contract/support/messages';
import { creditSales, followSales } from '../../src/server/goods/follow-sales';
import { shopProvider } from '../../src/server/goods/provider';
import { sandboxCustomers, sandboxReturn, sandboxSale } from '../../src/server/goods/sandbox';
import { audit } from '../../src/server/ledger/audit';
import { readSettings } from '../../src/server/settings/settings';
import { rowsOf } from './support/bystander';
import { addGoods, addOwner, detailOf, edit, type Owner } from './support/goods';
import { openGateway, type TestGateway } from './support/open';
import { addAccount, desk, withdraw } from './support/wallet';

const test = suite<{ gateway: TestGateway; owner: Owner }>('sales of a shop');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.before.each(async (context) => {
  context.gateway.clock.ahead = 0;
  context.owner = await addOwner(context.gateway);
});
test.after(async ({ gateway }) => {
  assert.equal(await audit(gateway.db.run), {}, 'the books are in order');
  await gateway.close();
});

const day = 86_400_000;
const key = () => ({ requestKey: randomUUID() });
const now = ({ clock }: TestGateway) => Date.now() + clock.ahead;
const follow = (gateway: TestGateway) => {
  const provider = shopProvider(gateway.db, gateway.settings);
  if (!provider) throw new Error('no provider');
  return followSales(gateway.db, provider, gateway.settings, now(gateway));
};
const credit = (gateway: TestGateway) => creditSales(gateway.db, now(gateway));
/** A sale of the sandbox, told to the gateway. */
async function sale(gateway: TestGateway, goods: string, quantity = 1): Promise<string> {
  const number = await sandboxSale(gateway.db.run, goods, quantity, now(gateway));
  await follow(gateway);
  return number;
}
async function comeBack(gateway: TestGateway, number: string): Promise<void> {
  await sandboxReturn(gateway.db.run, number, now(gateway));
  await follow(gateway);
}
const storeBalance = async (gateway: TestGateway, { as }: Owner) =>
  (await gateway.send(session.balance, {}, as)).body.storeBalance;
const shopOf = async (gateway: TestGateway, { as }: Owner): Promise<calls.Shop> =>
  (await gateway.send(calls.getShop, {}, as)).body.shop;
const salesOf = async (gateway: TestGateway, { as }: Owner): Promise<calls.Sale[]> =>
  (await gateway.send(calls.listSales, {}, as)).body.items;
/** Sold for 90, supplied for 60, less 5 %: 25.50 a piece. */
const earned = 25_50;

test('a sale takes stock, counts, and is credited after the holding time, and then withdrawn', async ({
  gateway,
  owner,
}) => {
  const id = await addGoods(gateway, owner);
  const number = await sale(gateway, id, 3);
  const { stock, sold } = await detailOf(gateway, owner, id);
  assert.equal([stock, sold], [7, 3]);
  const graph = (await gateway.send(calls.shopGoodsGraph, { id, days: 7 }, owner.as)).body;
  assert.equal([graph.items.length, graph.items[6].sales, graph.sales], [7, 3, 3]);
  assert.equal([await storeBalance(gateway, owner), (await shopOf(gateway, owner)).held], [0, 3 * earned]);

  await credit(gateway);
  assert.is(await storeBalance(gateway, owner), 0, 'still held');
  gateway.clock.ahead = 7 * day - 60_000;
  await credit(gateway);
  assert.is(await storeBalance(gateway, owner), 0, 'a minute too early');
  gateway.clock.ahead = 7 * day + 1000;
  await credit(gateway);
  await credit(gateway);
  assert.is(await storeBalance(gateway, owner), 3 * earned);
  const [movement] = (await gateway.send(wallet.listMovements, { kind: 'store' }, owner.as)).body.items;
  assert.equal([movement.reason, movement.amount, movement.ref], ['shop', 3 * earned, number]);
  assert.is((await salesOf(gateway, owner))[0]?.state, 'credited');

  const card = await addAccount(gateway, owner.member);
  const applied = await withdraw(gateway, owner.as, card, { source: 'store', amount: 60_00 });
  assert.is(applied.code, '1', applied.message);
  await desk(gateway, `withdrawals/${applied.body.id}/approve`, {});
  await desk(gateway, `withdrawals/${applied.body.id}/remit`, { reference: 'FT1' });
  const paid = (await gateway.send(wallet.getWithdrawal, { id: applied.body.id }, owner.as)).body;
  assert.equal([paid.status, paid.source], [3, 'store']);
  assert.is(await storeBalance(gateway, owner), 3 * earned - 60_00);
});

test('a sale that comes back while it is held earns nothing, and its pieces are in stock again', async ({
  gateway,
  owner,
}) => {
  const id = await addGoods(gateway, owner);
  const number = await sale(gateway, id, 2);
  await comeBack(gateway, number);
  await comeBack(gateway, number);
  const { stock, sold } = await detailOf(gateway, owner, id);
  assert.equal([stock, sold], [10, 0]);
  const graph = (await gateway.send(calls.shopGoodsGraph, { id, days: 30 }, owner.as)).body;
  assert.is(graph.sales, 0);
  gateway.clock.ahead = 8 * day;
  await credit(gateway);
  assert.is(await storeBalance(gateway, owner), 0);
  assert.equal(
    [(await salesOf(gateway, owner))[0]?.state, (await shopOf(gateway, owner)).held],
    ['returned', 0],
  );
});

test('a sale that is returned after it was credited is taken back, and the member gets a message', async ({
  gateway,
  owner,
}) => {
  const number = await sale(gateway, await addGoods(gateway, owner), 2);
  gateway.clock.ahead = 8 * day;
  await credit(gateway);
  await comeBack(gateway, number);
  await comeBack(gateway, number);
  assert.is(await storeBalance(gateway, owner), 0);
  const { items } = (await gateway.send(wallet.listMovements, { kind: 'store' }, owner.as)).body;
  assert.equal(
    items.map(({ reason, amount, ref }: wallet.Movement) => [reason, amount, ref]),
    [
      ['shop-return', -2 * earned, number],
      ['shop', 2 * earned, number],
    ],
  );
  const told = (await gateway.send(messages.listMessages, {}, owner.as)).body.items;
  assert.is(told.length, 1);
  assert.match(told[0].text, /¥51\.00/);
});

test('a sale that was withdrawn before its return is owed, and deducted from the next sales', async ({
  gateway,
  owner,
}) => {
  const id = await addGoods(gateway, owner);
  const number = await sale(gateway, id, 2);
  gateway.clock.ahead = 8 * day;
  await credit(gateway);
  const card = await addAccount(gateway, owner.member);
  assert.is((await withdraw(gateway, owner.as, card, { source: 'store', amount: 51_00 })).code, '1');
  await comeBack(gateway, number);
  assert.equal([await storeBalance(gateway, owner), (await shopOf(gateway, owner)).owed], [0, 51_00]);
  await sale(gateway, id, 1);
  gateway.clock.ahead = 16 * day;
  await credit(gateway);
  assert.equal(
    [await storeBalance(gateway, owner), (await shopOf(gateway, owner)).owed],
    [0, 51_00 - earned],
  );
  await sale(gateway, id, 2);
  gateway.clock.ahead = 24 * day;
  await credit(gateway);
  assert.equal([await storeBalance(gateway, owner), (await shopOf(gateway, owner)).owed], [earned, 0]);
});

test('more than is in stock is not sold, nor what was removed', async ({ gateway, owner }) => {
  const id = await addGoods(gateway, owner, { stock: 2 });
  await sale(gateway, id, 3);
  const ids = [id];
  assert.is((await detailOf(gateway, owner, id)).stock, 2);
  await gateway.send(calls.upperBatch, { ids, state: 'off', ...key() }, owner.as);
  await sale(gateway, id, 1);
  assert.is((await detailOf(gateway, owner, id)).stock, 1, 'bought before it was taken off sale');
  await gateway.send(calls.deleteBatch, { ids, ...key() }, owner.as);
  await sale(gateway, id, 1);
  assert.equal(
    (await salesOf(gateway, owner)).map(({ state, commission }) => [state, commission]),
    [
      ['refused', 0],
      ['held', earned],
      ['refused', 0],
    ],
  );
});

test('pieces that are sold while a form is open stay sold', async ({ gateway, owner }) => {
  const id = await addGoods(gateway, owner);
  const form = await detailOf(gateway, owner, id);
  await sale(gateway, id, 4);
  const saved = await edit(gateway, owner, form, { stock: 30 });
  assert.equal([saved.code, saved.body.stock], ['1', 26]);
  const again = await detailOf(gateway, owner, id);
  await sale(gateway, id, 20);
  const short = await edit(gateway, owner, again, { stock: 10 });
  assert.equal([short.code, short.body.problems], ['5001', { stock: { rule: 'min', limit: 20 } }]);
});

test('a price that is changed changes no sale of before', async ({ gateway, owner }) => {
  const id = await addGoods(gateway, owner);
  await sale(gateway, id);
  await edit(gateway, owner, await detailOf(gateway, owner, id), { price: 200_00 });
  assert.equal((await salesOf(gateway, owner))[0]?.amount, 90_00);
});

test('two gateways that follow and credit at once count each sale once', async ({ gateway, owner }) => {
  const id = await addGoods(gateway, owner, { stock: 500 });
  for (let at = 0; at < 30; at++) await sandboxSale(gateway.db.run, id, 1, now(gateway));
  await Promise.all([1, 2, 3].map(() => follow(gateway)));
  assert.equal((await detailOf(gateway, owner, id)).sold, 30);
  gateway.clock.ahead = 8 * day;
  await Promise.all([1, 2, 3].map(() => credit(gateway)));
  assert.is(await storeBalance(gateway, owner), 30 * earned);
});

test('the sandbox’s customers come once an hour, to what is on sale', async ({ gateway, owner }) => {
  const on = await addGoods(gateway, owner, { stock: 5000 });
  const off = await addGoods(gateway, owner);
  await gateway.send(calls.upperBatch, { ids: [off], state: 'off', ...key() }, owner.as);
  const start = now(gateway);
  for (let hour = 0; hour < 30; hour++) {
    await sandboxCustomers.run(gateway.db, start + hour * 3_600_000);
    await sandboxCustomers.run(gateway.db, start + hour * 3_600_000 + 5);
  }
  await follow(gateway);
  const events = await gateway.db.run
    .selectFrom('sandbox_shop_event')
    .selectAll()
    .where('goods', '=', on)
    .execute();
  assert.ok(events.length > 5);
  assert.is(new Set(events.map(({ id }) => id)).size, events.length);
  gateway.clock.ahead = 2 * day;
  const graph = (await gateway.send(calls.shopGoodsGraph, { id: on, days: 7 }, owner.as)).body;
  assert.ok(graph.views > 10);
  assert.is(graph.sales, (await detailOf(gateway, owner, on)).sold);
  assert.equal((await gateway.send(calls.shopGoodsGraph, { id: off, days: 7 }, owner.as)).body.views, 0);
});

test('a customer of the sandbox buys and brings back by hand, on a page that says what it is', async ({
  gateway,
  owner,
}) => {
  const id = await addGoods(gateway, owner);
  const page = await (await fetch(`${gateway.url}/dev/shop/${id}`)).text();
  assert.match(page, /SANDBOX/);
  const press = (form: string) =>
    fetch(`${gateway.url}/dev/shop/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form,
      redirect: 'manual',
    });
  assert.is((await press('buy=1')).status, 303);
  const [one] = await salesOf(gateway, owner);
  assert.equal([one?.quantity, one?.state], [1, 'held']);
  await press(`return=${one?.number}`);
  assert.is((await salesOf(gateway, owner))[0]?.state, 'returned');
});

test('in production there is no sandbox', () => {
  const { sales } = readSettings({});
  assert.is(shopProvider({} as never, { sales, sandboxes: false }), undefined);
  assert.ok(shopProvider({} as never, { sales, sandboxes: true }));
});

test('another member’s sales are not listed', async ({ gateway, owner }) => {
  const id = await addGoods(gateway, owner);
  await sale(gateway, id);
  const other = await addOwner(gateway);
  const { items } = (await gateway.send(calls.listSales, { goodsId: id }, other.as)).body;
  assert.equal(items, []);
});

test('debts and returns of one member are not charged to another', async ({ gateway, owner }) => {
  const other = await addOwner(gateway);
  const [own, theirs] = [await addGoods(gateway, owner), await addGoods(gateway, other)];
  const number = await sale(gateway, own, 2);
  await sale(gateway, theirs, 2);
  gateway.clock.ahead = 8 * day;
  await credit(gateway);
  const card = await addAccount(gateway, owner.member);
  assert.is((await withdraw(gateway, owner.as, card, { source: 'store', amount: 51_00 })).code, '1');
  await gateway.db.run.updateTable('shop').set({ owed: 7 }).where('member', '=', other.member).execute();
  const before = await rowsOf(gateway, other.member);
  await comeBack(gateway, number);
  await sale(gateway, own, 1);
  gateway.clock.ahead = 16 * day;
  await credit(gateway);
  assert.is((await shopOf(gateway, owner)).owed, 51_00 - earned);
  assert.equal(await rowsOf(gateway, other.member), before);
  assert.equal([await storeBalance(gateway, other), (await shopOf(gateway, other)).owed], [2 * earned, 7]);
});

test.run();
