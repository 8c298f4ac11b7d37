import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as orders from '../../src/contract/buying/orders';
import * as calls from '../../src/contract/buying/products';
import { textColumns } from '../../src/server/kernel/texts';
import { drawings } from '../../src/server/pictures/artwork/drawings';
import { pictureOf } from '../../src/server/pictures/artwork/pictures';
import { changeCoupon } from '../../src/server/products/put-coupon';
import { demoProducts } from '../../src/server/seed/products';
import { addOrder } from './support/devices';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addCoupon, addProduct, give, order, waiting } from './support/shop';

const test = suite<{ gateway: TestGateway; as: Sent; member: string }>('products');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  context.member = (await addMember(context.gateway)).id;
  context.as = await context.gateway.signIn(context.member);
});
test.after(({ gateway }) => gateway.close());

test('every product has a picture: small, compressed, kept for good, and asked for by nobody else’s script', async ({
  gateway,
}) => {
  for (const [name, drawing] of Object.entries(drawings)) {
    assert.ok(Buffer.byteLength(drawing) < 2560, `${name} has ${Buffer.byteLength(drawing)} bytes`);
    assert.match(drawing, /^<svg xmlns="[^"]+" viewBox="0 0 200 160">/);
  }
  for (const row of demoProducts(Date.now())) {
    assert.ok(row.picture === null || row.picture! in drawings || row.category === 'goods', row.id);
    const address = pictureOf({ picture: row.picture ?? null, category: row.category });
    const answer = await fetch(gateway.url + address);
    assert.is(answer.status, 200, address);
    assert.match(answer.headers.get('content-type')!, 'image/svg+xml');
    assert.match(answer.headers.get('cache-control')!, 'immutable');
  }
  const inEncoding = async (encoding: string) => {
    const headers = { 'accept-encoding': encoding };
    const answer = await fetch(gateway.url + pictureOf({ picture: 'studio', category: 'machines' }), {
      headers,
    });
    assert.is(answer.headers.get('vary'), 'accept-encoding');
    assert.is(await answer.text(), drawings.studio);
    return answer.headers;
  };
  assert.is((await inEncoding('identity')).get('content-encoding'), null);
  assert.is((await inEncoding('gzip')).get('content-encoding'), 'gzip');
  const small = await inEncoding('gzip, br');
  assert.is(small.get('content-encoding'), 'br');
  assert.ok(Number(small.get('content-length')) < 1024, `${small.get('content-length')} bytes`);
  const stale = await fetch(`${gateway.url}/product-pictures/studio-older.svg`);
  assert.equal([stale.status, stale.headers.get('cache-control')], [200, 'no-cache']);
  assert.is((await fetch(`${gateway.url}/product-pictures/nothing-1.svg`)).status, 404);
});

const day = 86_400_000;
const items = (productId: string, quantity = 1) => [{ productId, quantity }];

test('anybody sees what is on offer, the best first, a page at a time', async ({ gateway }) => {
  for (let at = 0; at < 23; at++) await addProduct(gateway, { id: `list-${at}`, rank: 1000 + (at >> 1) });
  await addProduct(gateway, { id: 'gone', on_sale: false });
  const first = (await gateway.send(calls.listProducts, {})).body;
  const second = (await gateway.send(calls.listProducts, { from: first.next })).body;
  const ids = [...first.items, ...second.items].map((one) => one.productId);
  assert.is(new Set(ids).size, ids.length);
  assert.is(ids.filter((id) => id.startsWith('list-')).length, 23);
  assert.not(ids.includes('gone'));
  assert.is((await gateway.send(calls.getProduct, { productId: 'gone' })).code, '500');
});

test('a search finds words in both languages, by category, sorted by price', async ({ gateway }) => {
  await addProduct(gateway, {
    id: 'lamp-b',
    category: 'goods',
    name_en: 'Lamp 100%',
    name_zh: '台灯',
    price: 9,
  });
  await addProduct(gateway, { id: 'lamp-a', category: 'goods', name_en: 'LAMP 5', name_zh: '灯', price: 7 });
  const find = async (input: object) =>
    (await gateway.send(calls.queryProducts, input)).body.items.map((one: calls.Product) => one.productId);
  assert.equal(await find({ keyword: 'lamp', sort: 'price' }), ['lamp-a', 'lamp-b']);
  assert.equal(await find({ keyword: '台灯' }), ['lamp-b']);
  assert.equal(await find({ keyword: '0%' }), ['lamp-b']);
  assert.equal(await find({ keyword: 'lamp', category: 'machines' }), []);
  const zh = await gateway.send(calls.getProduct, { productId: 'lamp-a' }, { locale: 'zh_CN' });
  assert.is(zh.body.name, '灯');
});

test('a product has its words in the language asked for, else in the nearest that there is', async ({
  gateway,
}) => {
  const words = textColumns({
    name: { en: 'Kettle', zh: '水壶', vi: 'Ấm đun nước' },
    description: { en: 'Boils water', zh: '烧水', 'zh-Hant': '燒水' },
  });
  await addProduct(gateway, { id: 'kettle', category: 'goods', ...words });
  // a gateway of the version before writes the columns of English and Chinese alone
  await gateway.db.run
    .updateTable('product')
    .set({ name_en: 'Teakettle' })
    .where('id', '=', 'kettle')
    .execute();
  const said = async (locale: string) => {
    const { body } = await gateway.send(calls.getProduct, { productId: 'kettle' }, { locale });
    return [body.name, body.description];
  };
  assert.equal(await said('vi_VN'), ['Ấm đun nước', 'Boils water']);
  assert.equal(await said('zh_TW'), ['水壶', '燒水']);
  assert.equal(await said('zh_CN'), ['水壶', '烧水']);
  assert.equal(await said('fr'), ['Teakettle', 'Boils water']);
  const found = await gateway.send(calls.queryProducts, { keyword: 'đun nước' });
  assert.equal(
    found.body.items.map((one: calls.Product) => one.productId),
    ['kettle'],
  );
  for (const keyword of ['zh-hant', 'description', '":'])
    assert.equal((await gateway.send(calls.queryProducts, { keyword })).body.items, [], keyword);
});

test('the newest come first when asked for', async ({ gateway }) => {
  for (const ago of [3, 1, 2])
    await addProduct(gateway, {
      id: `new-${ago}`,
      name_en: 'Novelty',
      created_at: new Date(Date.now() - ago * day),
    });
  const { items } = (await gateway.send(calls.queryProducts, { keyword: 'novelty', sort: 'newest' })).body;
  assert.equal(
    items.map((one: calls.Product) => one.productId),
    ['new-1', 'new-2', 'new-3'],
  );
});

test('the server computes unit price, tier, membership and coupon, and every line adds up', async ({
  gateway,
  as,
  member,
}) => {
  const tiers = JSON.stringify([
    { from: 5, percent: 3 },
    { from: 20, percent: 6 },
  ]);
  const machines = await addProduct(gateway, { price: 333_33, tiers });
  const stand = await addProduct(gateway, { category: 'goods', price: 19_99, days: 0, daily_rent: 0 });
  const until = new Date(Date.now() + day);
  await gateway.db.run.insertInto('membership').values({ member, until }).execute();
  const couponCode = await addCoupon(gateway, { kind: 'percent', value: 7 });
  const basket = { items: [...items(machines, 7), ...items(stand, 3)], couponCode: couponCode.toLowerCase() };
  const { body } = await gateway.send(calls.quote, basket, as);
  const [first, second] = (body as calls.Quote).lines;
  assert.is(first!.amount, 2333_31);
  assert.is(first!.quantityDiscount, 69_99); // 3 %
  assert.is(first!.memberDiscount, 113_16); // 5 % of the rest
  assert.is(second!.memberDiscount, 0);
  const net = 2333_31 - 69_99 - 113_16 + 59_97;
  assert.is(first!.couponDiscount + second!.couponDiscount, Math.floor(net * 0.07));
  assert.is(body.total, first!.total + second!.total);
  assert.is(body.amount - body.discount, body.total);
  assert.is(body.needsAddress, true);
});

test('a coupon that does not apply is refused with the reason, and blamed on its field', async ({
  gateway,
  as,
}) => {
  const [one, other] = [await addProduct(gateway), await addProduct(gateway)];
  const codes = {
    'Coupon not found': 'NOSUCH',
    'coupon has expired': await addCoupon(gateway, { valid_until: new Date(Date.now() - 1000) }),
    "This coupon doesn't apply to the selected plan": await addCoupon(gateway, {
      product_ids: JSON.stringify([other]),
    }),
    'Spend ¥100.01 or more': await addCoupon(gateway, { minimum: 100_01 }),
  };
  for (const [reason, couponCode] of Object.entries(codes)) {
    const { code, body, message } = await gateway.send(calls.quote, { items: items(one), couponCode }, as);
    assert.is(code, '5001', reason);
    assert.equal(body.problems, { couponCode: { rule: 'wrong' } });
    assert.match(message, reason);
    assert.is((await gateway.send(calls.getCoupon, { couponCode, items: items(one) }, as)).code, '5001');
  }
});

test('a coupon is changed until it is over, and given more time or less from now on', async ({ gateway }) => {
  const now = Date.now();
  const at = (ms: number) => new Date(now + ms);
  const code = await addCoupon(gateway, { valid_until: at(day), minimum: 10_00, left_over: 5 });
  const other = await addCoupon(gateway, { valid_until: at(day), minimum: 10_00, left_over: 5 });
  const change = (to: Parameters<typeof changeCoupon>[2], of = code.toLowerCase()) =>
    gateway.db
      .tx((tx) => changeCoupon(tx, of, to, now))
      .then(
        () => 'changed',
        ({ key }) => key,
      );
  const row = async (of = code) =>
    gateway.db.run
      .selectFrom('coupon as c')
      .innerJoin('coupon_left as l', 'l.code', 'c.code')
      .select(['c.minimum', 'l.left_over', 'c.valid_until'])
      .where('c.code', '=', of)
      .executeTakeFirstOrThrow();
  const until = (ms: number) => ({ validUntil: at(ms).toISOString() });
  assert.is(await change({ minimum: 1 }, 'NOSUCH'), 'couponMissing');
  assert.equal([await change(until(0)), await change(until(1))], ['couponOver', 'changed']);
  assert.equal(await row(), { minimum: 10_00, left_over: 5, valid_until: at(1) });
  await gateway.db.run
    .updateTable('coupon')
    .set({ valid_until: at(-day) })
    .where('code', '=', code)
    .execute();
  assert.is(await change({ minimum: 20_00, left: 0 }), 'changed', 'one that is over, but for its time');
  assert.equal(await row(), { minimum: 20_00, left_over: 0, valid_until: at(-day) });
  assert.equal(await row(other), { minimum: 10_00, left_over: 5, valid_until: at(day) });
});

test('a coupon is used once by a member, and never makes an order free', async ({ gateway, as, member }) => {
  const productId = await addProduct(gateway, { price: 5_00 });
  const couponCode = await addCoupon(gateway, { value: 900_00 });
  await give(gateway, member, 'balance', 100_00);
  const bought = await order(gateway, as, orders.addByMoney, { productId, couponCode });
  assert.is(bought.body.total, 1);
  const again = await gateway.send(calls.quote, { items: items(productId), couponCode }, as);
  assert.match(again.message, /used this coupon/);
});

test('no more than the stock or the limit of an order can be asked for', async ({ gateway, as }) => {
  const productId = await addProduct(gateway, { stock: 4, per_order: 9 });
  const quote = (quantity: number) => gateway.send(calls.quote, { items: items(productId, quantity) }, as);
  assert.is((await quote(4)).code, '1');
  assert.equal((await quote(5)).body.problems, { items: { rule: 'max', limit: 4 } });
  assert.is((await quote(0)).code, '5001');
  assert.is((await quote(-1)).code, '5001');
  const twice = [...items(productId, 3), ...items(productId, 2)];
  assert.is((await gateway.send(calls.quote, { items: twice }, as)).code, '5001');
});

test('a renewal is priced for all machines of the own device order, whatever is in stock', async ({
  gateway,
  as,
  member,
}) => {
  const productId = await addProduct(gateway, { stock: 0 });
  const serialNumber = await addOrder(gateway, member, { quantity: 3 });
  const quote = (quantity: number, serial: string) =>
    gateway.send(calls.quote, { items: [{ productId, quantity, serialNumber: serial }] }, as);
  assert.is((await quote(3, serialNumber)).body.total, 300_00);
  assert.is((await quote(2, serialNumber)).code, '5001');
  const stranger = await addOrder(gateway, (await addMember(gateway)).id, { quantity: 3 });
  assert.is((await quote(3, stranger)).code, '500');
});

test('a product without a price in points cannot be bought for points', async ({ gateway, as }) => {
  const [with5, without] = [await addProduct(gateway, { points: 5 }), await addProduct(gateway)];
  const quote = (productId: string) =>
    gateway.send(calls.quote, { items: items(productId, 2), currency: 'points' }, as);
  assert.is((await quote(with5)).body.total, 10);
  assert.is((await quote(without)).code, '5001');
});

test('a member’s own coupons are listed for the goods that they take something off, and nobody else’s', async ({
  gateway,
  as,
  member,
}) => {
  const productId = await addProduct(gateway, { price: 100_00 });
  const mine = (values: object) => addCoupon(gateway, { member, left_over: 1, ...values });
  const ten = await mine({ value: 10_00, minimum: 50_00 });
  const thirty = await mine({ value: 30_00, minimum: 150_00 });
  await mine({ product_ids: JSON.stringify(['another']) });
  await mine({ valid_until: new Date(Date.now() - 1000) });
  await addCoupon(gateway, { value: 90_00 });
  await addCoupon(gateway, { value: 90_00, member: 'somebody-else' });
  const list = async (given: object) => (await gateway.send(calls.listCoupons, given, as)).body.items;
  const amounts = (of: calls.OwnCoupon[]) =>
    of.map(({ couponCode, discount, total }) => [couponCode, discount, total]);
  assert.equal(amounts(await list({ items: items(productId) })), [[ten, 10_00, 90_00]]);
  assert.equal(amounts(await list({ items: items(productId, 2) })), [
    [thirty, 30_00, 170_00],
    [ten, 10_00, 190_00],
  ]);
  assert.is((await list({})).length, 3);
  await give(gateway, member, 'balance', 100_00);
  await order(gateway, as, orders.addByMoney, { productId, couponCode: ten });
  assert.equal(await list({ items: items(productId, 2) }), [], 'they are for the first order');
});

test('the tier of a quantity is had from that very number on, and one piece fewer has the tier before', async ({
  gateway,
  as,
}) => {
  const tiers = JSON.stringify([
    { from: 5, percent: 3 },
    { from: 20, percent: 6 },
  ]);
  const machines = await addProduct(gateway, { price: 100_00, tiers });
  const discounts = [];
  for (const quantity of [4, 5, 19, 20])
    discounts.push((await gateway.send(calls.quote, { items: items(machines, quantity) }, as)).body.discount);
  assert.equal(discounts, [0, 15_00, 57_00, 120_00]);
});

test('another member’s membership makes nothing cheaper, nor does one’s own that is over', async ({
  gateway,
  as,
  member,
}) => {
  const machines = await addProduct(gateway, { price: 100_00 });
  const total = async () => (await gateway.send(calls.quote, { items: items(machines, 1) }, as)).body.total;
  const other = (await addMember(gateway)).id;
  await gateway.db.run
    .insertInto('membership')
    .values([
      { member: other, until: new Date(Date.now() + day) },
      { member, until: new Date(Date.now() - 1000) },
    ])
    .execute();
  assert.is(await total(), 100_00);
  await gateway.db.run
    .updateTable('membership')
    .set({ until: new Date(Date.now() + day) })
    .where('member', '=', member)
    .execute();
  assert.is(await total(), 95_00);
});

test('a coupon that waits in an order is listed no more, for its member and by their own use alone', async ({
  gateway,
  as,
  member,
}) => {
  const productId = await addProduct(gateway, { price: 100_00 });
  const couponCode = await addCoupon(gateway, { member, left_over: 2 });
  const another = await addCoupon(gateway, { member, left_over: 2 });
  const list = async () =>
    ((await gateway.send(calls.listCoupons, {}, as)).body.items as calls.OwnCoupon[]).map(
      (one) => one.couponCode,
    );
  const other = await gateway.signIn((await addMember(gateway)).id);
  const order_no = await waiting(gateway, other, { productId });
  const use = { code: couponCode, member: other.userId, order_no };
  await gateway.db.run.insertInto('coupon_use').values(use).execute();
  assert.equal((await list()).sort(), [couponCode, another].sort());
  await waiting(gateway, as, { productId, couponCode });
  assert.equal(await list(), [another]);
});

test.run();
