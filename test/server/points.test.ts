import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as orders from '../../src/contract/buying/orders';
import { getProduct, type Product, queryProducts, quote } from '../../src/contract/buying/products';
import { exchange } from '../../src/contract/money/points';
import { addOrder } from './support/devices';
import { call, env, link, mint } from './support/embed';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addProduct, booksInOrder, give, held, order, stockOf } from './support/shop';

const test = suite<{ gateway: TestGateway; as: Sent; member: string }>('points');
test.before.each(async (context) => {
  context.gateway ??= await openGateway({ env });
  context.member = (await addMember(context.gateway)).id;
  context.as = await context.gateway.signIn(context.member);
});
test.after(({ gateway }) => gateway.close());

test('a member sees the points for the mall, and how many cloud phones unfreeze more', async (the) => {
  const { gateway, as, member } = the;
  await give(gateway, member, 'points', 70);
  await give(gateway, member, 'cloudBeans', 8);
  const ask = async () => (await gateway.send(exchange, {}, as)).body;
  assert.equal(await ask(), { points: 70, cloudBeans: 8, frozen: true, phones: 0, enough: 100 });

  await addOrder(gateway, member, { quantity: 60 });
  const friend = await addMember(gateway, { inviter: member });
  await addOrder(gateway, friend.id, { quantity: 39 });
  const stranger = await addMember(gateway, { inviter: friend.id });
  await addOrder(gateway, stranger.id, { quantity: 50 }); // a friend's friend is not of their community
  assert.equal([(await ask()).phones, (await ask()).frozen], [99, true]);
  await addOrder(gateway, member, { quantity: 1 });
  assert.equal([(await ask()).phones, (await ask()).frozen], [100, false]);
});

test('a signed-out visitor sees no points', async ({ gateway }) => {
  assert.is((await gateway.send(exchange, {})).code, '510');
});

test('the mall has what can be had for points, for beans, or for either, and nothing else', async ({
  gateway,
}) => {
  await addProduct(gateway, { id: 'm-money', name_en: 'Mallet' });
  await addProduct(gateway, { id: 'm-points', name_en: 'Mallet', points: 5, rank: 2001 });
  await addProduct(gateway, { id: 'm-beans', name_en: 'Mallet', cloud_beans: 2, rank: 2002 });
  await addProduct(gateway, { id: 'm-both', name_en: 'Mallet', points: 5, cloud_beans: 2, rank: 2003 });
  await addProduct(gateway, { id: 'm-gone', name_en: 'Mallet', points: 5, on_sale: false });
  const find = async (redeemable: 'any' | 'points' | 'cloudBeans') => {
    const { items } = (await gateway.send(queryProducts, { keyword: 'mallet', redeemable })).body;
    return items.map((one: Product) => one.productId);
  };
  assert.equal(await find('any'), ['m-points', 'm-beans', 'm-both']);
  assert.equal(await find('points'), ['m-points', 'm-both']);
  assert.equal(await find('cloudBeans'), ['m-beans', 'm-both']);
  await addProduct(gateway, {
    id: 'm-all',
    name_en: 'Mallard',
    description_en: 'A duck',
    price: 12_00,
    points: 5,
    cloud_beans: 2,
    stock: 9,
    sold: 3,
    per_order: 4,
  });
  const [item] = (await gateway.send(queryProducts, { keyword: 'mallard' })).body.items as Product[];
  const { name, description, price, points, cloudBeans, stock, sold, limit } = item!;
  assert.equal([name, description, price], ['Mallard', 'A duck', 12_00]);
  assert.equal([points, cloudBeans, stock, sold, limit], [5, 2, 9, 3, 4]);
  const wrong = await gateway.send(queryProducts, { redeemable: 'gold' } as object);
  assert.is(wrong.code, '5001');
});

test('redeeming takes points, pieces and nothing else; over stock or limit it is refused', async (the) => {
  const { gateway, as, member } = the;
  await addOrder(gateway, member, { quantity: 100 });
  await give(gateway, member, 'points', 100);
  const productId = await addProduct(gateway, { points: 30, stock: 4, per_order: 3 });
  const redeem = (quantity: number) =>
    order(gateway, as, orders.addByIntegral, { productId, quantity, currency: 'points' });

  assert.is((await redeem(2)).body.state, 1);
  assert.is(await held(gateway, member, 'points'), 40);
  assert.is(await stockOf(gateway, productId), 2);
  const over = await gateway.send(quote, { items: [{ productId, quantity: 3 }], currency: 'points' }, as);
  assert.equal([over.code, over.body.problems], ['5001', { items: { rule: 'max', limit: 2 } }]);
  assert.is((await redeem(2)).code, '500'); // 60 points, of 40
  assert.is(await held(gateway, member, 'points'), 40);
  assert.is(await stockOf(gateway, productId), 2);
  await booksInOrder(gateway);
});

test('a partner’s page sees the mall and what its member has, and redeems nothing', async (the) => {
  const { gateway, member } = the;
  await link(gateway, member);
  await give(gateway, member, 'points', 100);
  const productId = await addProduct(gateway, { points: 30 });
  const token = await mint(gateway, { member, feature: 'points', scopes: ['points:read'] });
  assert.is((await call(gateway, token, exchange)).body.points, 100);
  assert.is((await call(gateway, token, getProduct, { productId })).body.points, 30);
  assert.is((await call(gateway, token, queryProducts, { redeemable: 'points' })).code, '1');
  const input = { items: [{ productId, quantity: 1 }], currency: 'points' };
  assert.is((await call(gateway, token, quote, input)).body.total, 30);
  const bought = await call(gateway, token, orders.addByIntegral, {
    items: input.items,
    shownTotal: 30,
    requestKey: '4c1b2f0e-8f6e-4a64-9d5b-0d8f6a3c1e55',
  });
  assert.equal([bought.status, bought.code], [403, '4030']);
});

test.run();
