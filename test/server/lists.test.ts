import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as orders from '../../src/contract/buying/orders';
import * as goods from '../../src/contract/shop/goods';
import * as videos from '../../src/contract/video/videos';
import { addLink } from '../../src/server/embed/links';
import { env } from './support/embed';
import { addOwner, addSuppliedGoods, takeIn } from './support/goods';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addProduct, give, order } from './support/shop';
import { credit, desk } from './support/wallet';

const test = suite<{ gateway: TestGateway }>('what lists are asked for');
test.before(async (the) => {
  the.gateway = await openGateway({ env });
});
test.after(({ gateway }) => gateway.close());

const day = 86_400_000;

/** Every page of a list, as an app reads it: the ids, and how many each page had. */
async function pages(gateway: TestGateway, call: { path: string }, input: object, as: Sent) {
  const ids: string[] = [];
  const sizes: number[] = [];
  let first: any;
  for (let from: string | undefined; sizes.length < 9; ) {
    const { code, body, message } = await gateway.send(call, { ...input, ...(from && { from }) }, as);
    assert.is(code, '1', message);
    first ??= body;
    ids.push(...body.items.map(({ id }: { id: string }) => id));
    sizes.push(body.items.length);
    from = body.next;
    if (!from) break;
  }
  return { ids, sizes, first };
}

async function addCategory({ db }: TestGateway, name: string): Promise<string> {
  const id = `c-${randomUUID().slice(0, 8)}`;
  await db.run
    .insertInto('platform_category')
    .values({ id, name_en: name, name_zh: name, position: 9 })
    .execute();
  return id;
}

test('the platform’s goods come a page of twenty at a time, each once, by category and by word', async ({
  gateway,
}) => {
  const [category, other] = [await addCategory(gateway, 'A'), await addCategory(gateway, 'B')];
  const lamp = { name_en: 'Desk LAMP', name_zh: '台灯', description_en: 'Bright', description_zh: '明亮' };
  const ids = await addSuppliedGoods(gateway, [
    ...Array.from({ length: 40 }, () => ({ category })),
    { ...lamp, category },
    { ...lamp, category: other },
    { ...lamp, category, supplied: false },
  ]);
  const owner = await addOwner(gateway);
  const list = (input: object, as = owner.as) => pages(gateway, goods.goodsList, input, as);
  const all = await list({ categoryId: category });
  assert.equal([all.ids, all.sizes, all.first.total], [ids.slice(0, 41), [20, 20, 1], 41]);
  assert.equal((await list({ keyword: 'lamp' })).ids, [ids[40], ids[41]]);
  assert.equal((await list({ keyword: '台', categoryId: other })).ids, [ids[41]]);
  const { items } = (await list({ categoryId: other })).first;
  const zh = (await list({ categoryId: other }, { ...owner.as, locale: 'zh_CN' })).first.items;
  const shown = (one: goods.PlatformGoods) => [one.name, one.description, one.categoryId, one.inShop];
  assert.equal(
    [items, zh].map(([one]) => shown(one)),
    [
      ['Desk LAMP', 'Bright', other, false],
      ['台灯', '明亮', other, false],
    ],
  );
  await takeIn(gateway, owner, [ids[41]!]);
  assert.is((await list({ categoryId: other })).first.items[0].inShop, true);
  const stranger = await addOwner(gateway);
  assert.is((await list({ categoryId: other }, stranger.as)).first.items[0].inShop, false);
});

test('a member’s own goods are found by state, category, none, and word, and counted', async ({
  gateway,
}) => {
  const owner = await addOwner(gateway);
  const supplied = await addSuppliedGoods(gateway, [
    { name_en: 'Red lamp' },
    { name_en: 'Red cup' },
    { name_en: 'Jar' },
  ]);
  const [lamp = '', cup = '', jar = ''] = await takeIn(gateway, owner, supplied);
  const other = await addOwner(gateway);
  await takeIn(gateway, other, supplied);
  const requestKey = () => ({ requestKey: randomUUID() });
  await gateway.send(goods.upperBatch, { ids: [lamp, jar], state: 'on', ...requestKey() }, owner.as);
  const category = `own-${randomUUID().slice(0, 8)}`;
  const row = {
    id: category,
    member: owner.member,
    name: 'Kitchen',
    position: 1,
    platform_id: null,
    created_at: new Date(),
  };
  await gateway.db.run
    .insertInto('shop_category')
    .values(row as never)
    .execute();
  await gateway.db.run.updateTable('shop_goods').set({ category }).where('id', '=', cup).execute();
  const find = async (search: object) => {
    const { ids, first } = await pages(gateway, goods.shopGoodsList, search, owner.as);
    return [ids.sort(), first.counts];
  };
  assert.equal(await find({}), [[lamp, cup, jar].sort(), { on: 2, off: 1 }]);
  assert.equal(await find({ state: 'on' }), [[lamp, jar].sort(), { on: 2, off: 1 }]);
  assert.equal(await find({ keyword: 'RED' }), [[lamp, cup].sort(), { on: 1, off: 1 }]);
  assert.equal(await find({ categoryId: category }), [[cup], { on: 0, off: 1 }]);
  assert.equal(await find({ categoryId: '' }), [[lamp, jar].sort(), { on: 2, off: 0 }]);
});

test('videos are found by the category of their good, and by word, the newest first', async ({ gateway }) => {
  const [category, other] = [await addCategory(gateway, 'C'), await addCategory(gateway, 'D')];
  const [first = '', second = ''] = await addSuppliedGoods(gateway, [{ category }, { category: other }]);
  const file = randomUUID();
  const picture = {
    id: file,
    owner: 'platform',
    type: 'video/mp4',
    size: 1,
    name: 'v.mp4',
    shared: true,
    at: new Date(),
  };
  await gateway.db.run.insertInto('picture').values(picture).execute();
  const word = randomUUID().slice(0, 8);
  const shown = Array.from({ length: 22 }, (_, n) => ({
    id: `v-${word}-${n}`,
    goods: n === 21 ? second : first,
    file,
    title_en: `${word} ${n}`,
    title_zh: n === 3 ? `灯${word}` : '',
    picture: 'lamp',
    length: 4,
    size: 1,
    created_at: new Date(Date.now() - n * 1000),
  }));
  await gateway.db.run.insertInto('video').values(shown).execute();
  const { as } = await addOwner(gateway);
  const list = (input: object) => pages(gateway, videos.queryVideosList, input, as);
  const ids = shown.map(({ id }) => id);
  const of = await list({ categoryId: category });
  assert.equal([of.ids, of.sizes, of.first.total], [ids.slice(0, 21), [20, 1], 21]);
  assert.equal((await list({ categoryId: other })).ids, [ids[21]]);
  assert.equal((await list({ keyword: word.toUpperCase() })).ids, ids);
  assert.equal((await list({ keyword: `灯${word}` })).ids, [ids[3]]);
});

test('a package of machines ends with its rent, and a membership as many days after it was bought', async ({
  gateway,
}) => {
  const { id: member } = await addMember(gateway);
  const as = await gateway.signIn(member);
  await give(gateway, member, 'balance', 1000_00);
  const machines = await addProduct(gateway, { days: 30 });
  const membership = await addProduct(gateway, { category: 'membership', days: 10, daily_rent: 0 });
  const stand = await addProduct(gateway, { category: 'goods', days: 0, daily_rent: 0 });
  const address = { username: 'Li', userphone: '+14155552671', address: '12 Harbour Road' };
  const placed = [];
  for (const [productId, quantity] of [
    [machines, 2],
    [membership, 3],
    [stand, 1],
  ] as const)
    placed.push(await order(gateway, as, orders.addByMoney, { productId, quantity, address }));
  assert.equal(
    placed.map(({ code }) => code),
    ['1', '1', '1'],
  );
  const list = async (input: object = {}) =>
    (await gateway.send(orders.packages, input, as)).body.items as orders.Package[];
  const listed = async () => {
    const items = await list();
    return items
      .map(({ productId, quantity, remainingDays, state }) => [productId, quantity, remainingDays, state])
      .sort();
  };
  assert.equal(
    await listed(),
    [
      [machines, 2, 30, 'active'],
      [membership, 3, 30, 'active'],
    ].sort(),
  );
  const bought = (await list()).find(({ productId }) => productId === membership);
  assert.is(Date.parse(bought!.endsAt) - Date.parse(bought!.boughtAt), 30 * day);
  assert.equal(
    (await list({ orderNo: placed[1]!.body.orderNo })).map(({ productId }) => productId),
    [membership],
  );
  gateway.clock.ahead = 29 * day;
  assert.is((await listed()).find(([id]) => id === membership)?.[2], 1);
  gateway.clock.ahead = 31 * day;
  assert.equal((await listed()).find(([id]) => id === membership)?.slice(2), [0, 'ended']);
  gateway.clock.ahead = 0;
});

test('the desk finds a member by whatever they say of themselves, and sees their account month by month', async ({
  gateway,
}) => {
  const own = randomUUID().slice(0, 8);
  const values = {
    username: `U${own}`,
    nickname: `Nick ${own}`,
    email: `${own}@a.example`,
    phone: '13911112222',
  };
  const { id, username } = await addMember(gateway, values);
  await addMember(gateway, { phone: '13911113333' });
  const found = async (text: string) =>
    (await desk(gateway, `members?text=${encodeURIComponent(text)}`)).items.map(
      (one: { id: string }) => one.id,
    );
  for (const text of [`u${own}`, `nick ${own.toUpperCase()}`, `${own}@A`, '13911112222', ` ${own} `])
    assert.equal(await found(text), [id], text);
  assert.equal([await found(id), await found(`${id}x`)], [[id], []]);
  assert.equal(
    [(await desk(gateway, `members/${id}`)).username, (await desk(gateway, `members/${own}`)).status],
    [username, 409],
  );

  const [october, november] = ['2026-10-20', '2026-11-20'].map((text) => Date.parse(`${text}T00:00:00Z`));
  await credit(gateway, id, 'balance', 5_00, { at: october! });
  await credit(gateway, id, 'balance', 7_00, { at: november! });
  await credit(gateway, id, 'store', 3_00, { at: november! });
  await credit(gateway, id, 'points', 9, { at: november! });
  const statement = async (query: string) => (await desk(gateway, `members/${id}/statement${query}`)).items;
  const amounts = async (query: string) =>
    (await statement(query)).map((one: any) => [one.amount, one.balance]);
  assert.equal(await amounts(''), [
    [5_00, 5_00],
    [7_00, 12_00],
  ]);
  assert.equal(await amounts('?month=2026-10'), [[5_00, 5_00]]);
  assert.equal(await amounts('?month=2026-11&kind=store'), [[3_00, 3_00]]);
  assert.equal(await amounts('?kind=frozen'), []);
  const [points] = await statement('?kind=points');
  assert.equal([points.count, points.held, points.amount], [9, 9, undefined]);
});

test('the desk sees of each partner its own members, webhook, and when its keys were used', async ({
  gateway,
}) => {
  const { run, tx } = gateway.db;
  const [ann, bob] = [(await addMember(gateway)).id, (await addMember(gateway)).id];
  const add = (reference: string, member: string, partner = 'p_forum') =>
    tx((within) => addLink(within, { partner, reference, member }, Date.now()));
  assert.is(await add('cust-1', ann), 'linked');
  assert.is(await add('cust-1', ann), 'linked', 'once more');
  assert.is(await add('cust-1', bob), 'taken');
  assert.is(await add('cust-2', ann), 'other');
  assert.is(await add('cust-1', bob, 'p_shop'), 'linked', 'another partner’s names are its own');
  assert.is(await add('cust-2', bob), 'linked');
  const at = new Date('2026-11-20T00:00:00Z');
  await run
    .insertInto('partner_key_use')
    .values({ partner: 'p_forum', kid: 'secret', used_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await run.deleteFrom('partner_key_use').where('partner', '=', 'p_shop').execute();
  await run
    .insertInto('partner_key_use')
    .values({ partner: 'p_shop', kid: 'another', used_at: at })
    .execute();
  await run.insertInto('partner_disabled').values({ partner: 'p_forum', at }).execute();
  const webhook = await desk(gateway, 'partners/p_shop/webhook', { url: 'https://shop.example/hook' });
  assert.is(webhook.status, 200, webhook.message);
  const { items } = await desk(gateway, 'partners');
  const seen = items.map((one: any) => [
    one.id,
    one.members,
    one.enabled,
    one.webhooks,
    one.keys[0].lastUsedAt,
  ]);
  assert.equal(seen, [
    ['p_shop', 1, true, ['https://shop.example/hook'], undefined],
    ['p_forum', 2, false, [], at.toISOString()],
  ]);
});

test('a product needs what its category needs, and a coupon is for products that there are', async ({
  gateway,
}) => {
  const names = { en: 'Thing', zh: '东西' };
  const product = async (more: object) =>
    (await desk(gateway, 'products', { name: names, price: 1_00, ...more })).status;
  assert.equal(
    [
      await product({}),
      await product({ name: { zh: names.zh } }),
      await product({ name: { en: names.en } }),
      await product({ price: undefined }),
      await product({ category: 'machines', days: 1, dailyRent: 1 }),
      await product({ category: 'machines', days: 0, dailyRent: 1 }),
      await product({ category: 'machines', days: 1, dailyRent: 0 }),
      await product({ category: 'membership', days: 1 }),
      await product({ category: 'membership' }),
    ],
    [200, 409, 409, 409, 200, 409, 409, 200, 409],
  );
  const made = await desk(gateway, 'products', {
    name: names,
    price: 5_00,
    category: 'machines',
    days: 1,
    dailyRent: 1,
  });
  const change = async (more: object) => (await desk(gateway, `products/${made.id}`, more)).status;
  assert.equal(
    [
      await change({ days: 0 }),
      await change({ dailyRent: 0 }),
      await change({ priceBefore: 5_00 }),
      await change({ priceBefore: 5_01 }),
      await change({ price: 5_01 }),
      await change({ priceBefore: null, price: 6_00 }),
      await change({}),
      await change({ category: 'goods', days: 0, dailyRent: 0 }),
    ],
    [409, 409, 409, 200, 409, 200, 200, 200],
  );
  const tiers = [
    { from: 20, percent: 6 },
    { from: 5, percent: 3 },
    { from: 10, percent: 4 },
  ];
  await change({ tiers });
  const row = await gateway.db.run
    .selectFrom('product')
    .selectAll()
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow();
  assert.equal(
    JSON.parse(row.tiers).map(({ from }: { from: number }) => from),
    [5, 10, 20],
  );
  await change({ rank: 1 });
  const after = await gateway.db.run
    .selectFrom('product')
    .select('tiers')
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow();
  assert.is(after.tiers, row.tiers);
  const stock = async (by: number) => (await desk(gateway, `products/${made.id}/stock`, { by })).status;
  assert.equal([await stock(2), await stock(-3), await stock(-2), await stock(-1)], [200, 409, 200, 409]);

  const coupon = async (products: string[]) => {
    const validUntil = new Date(Date.now() + day).toISOString();
    return (await desk(gateway, 'coupons', { name: names, amount: 1, uses: 1, validUntil, products })).status;
  };
  const other = await addProduct(gateway);
  assert.equal(
    [
      await coupon([]),
      await coupon([made.id, other]),
      await coupon([made.id, made.id]),
      await coupon([made.id, 'none']),
    ],
    [200, 200, 200, 409],
  );
});

test.run();
