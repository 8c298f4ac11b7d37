import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/shop/goods';
import { eraseShop } from '../../src/server/goods/leaving';
import { answering } from './support/answering';
import {
  addGoods,
  addOwner,
  addSupplied,
  addSuppliedGoods,
  detailOf,
  edit,
  type Owner,
  takeIn,
} from './support/goods';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { production } from './support/production';
import { addPicture } from './support/upload';

const test = suite<{ gateway: TestGateway; owner: Owner }>('goods of a shop');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.before.each(async (context) => {
  context.owner = await addOwner(context.gateway);
});
test.after(({ gateway }) => gateway.close());

const key = () => ({ requestKey: randomUUID() });
const listOf = async (gateway: TestGateway, { as }: Owner, search: object = {}) =>
  (await gateway.send(calls.shopGoodsList, search, as)).body as calls.GoodsPage;

test('a member sets a shop up, and changes what it shows', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  const as = await gateway.signIn(id);
  const { shop, provider } = (await gateway.send(calls.getShop, {}, as)).body;
  const holdDays = gateway.settings.sales.holdTime / 86_400_000;
  assert.equal([shop, provider], [undefined, { offered: true, sandbox: true, holdDays }]);
  const logo = await addPicture(gateway, id);
  const opened = await gateway.send(calls.setupShop, { name: 'Tea', introduction: '', logo, ...key() }, as);
  assert.equal([opened.body.name, opened.body.logo, opened.body.version], ['Tea', logo, 1]);
  const renamed = { name: 'More tea', introduction: 'Hot', version: 1, ...key() };
  assert.is((await gateway.send(calls.setupShop, renamed, as)).body.version, 2);
  const late = await gateway.send(calls.setupShop, { ...renamed, name: 'Coffee', ...key() }, as);
  assert.equal([late.code, late.body.current.name], ['500', 'More tea']);
  const others = await addPicture(gateway, (await addMember(gateway)).id);
  const stolen = { name: 'Tea', introduction: '', version: 2, logo: others, ...key() };
  assert.is((await gateway.send(calls.setupShop, stolen, as)).code, '5001');
});

test('a shop is bound once, with the right code, and its goods are taken in off sale', async ({
  gateway,
  owner,
}) => {
  const bind = (number: string, code: string, who = owner) =>
    gateway.send(calls.bindShop, { number, code, ...key() }, who.as);
  assert.is((await bind('S-7001', 'wrong')).code, '5001');
  const { code, body } = await bind('s-7001', '246810');
  assert.equal([code, body.number, body.taken, body.goods, body.onSale], ['1', 'S-7001', 4, 4, 0]);
  const { shop } = (await gateway.send(calls.getShop, {}, owner.as)).body;
  assert.equal([body.version, shop.version], [2, 2], 'another phone sees that the shop has changed');
  assert.is((await bind('S-7002', '246810')).code, '500', 'one shop a member');
  const other = await addOwner(gateway);
  assert.is((await bind('S-7001', '246810', other)).code, '500', 'one member a shop');
  const { items } = await listOf(gateway, owner);
  const detail = await detailOf(gateway, owner, items[0]?.id ?? '');
  assert.equal([detail.origin, detail.supplyPrice, detail.state], ['provider', undefined, 'off']);
});

test('two members who bind one shop at the same moment: one has it', async ({ gateway, owner }) => {
  const other = await addOwner(gateway);
  const answers = await Promise.all(
    [owner, other].map(({ as }) =>
      gateway.send(calls.bindShop, { number: 'S-7010', code: '246810', ...key() }, as),
    ),
  );
  assert.equal(answers.map(({ code }) => code).sort(), ['1', '500']);
  assert.match(answers.map(({ message }) => message).join(), 'This shop is linked to another account');
});

test('the shop of a member who is gone can be bound by another', async ({ gateway, owner }) => {
  const other = await addOwner(gateway);
  const bind = ({ as }: Owner) =>
    gateway.send(calls.bindShop, { number: 'S-7020', code: '246810', ...key() }, as);
  assert.is((await bind(owner)).code, '1');
  assert.is((await bind(other)).code, '500');
  await gateway.db.tx((tx) => eraseShop(tx, owner.member, new Date()));
  assert.is((await bind(other)).code, '1');
});

test('without a provider of shops none is bound', async () => {
  const gateway = await openGateway({ env: production });
  const as = await gateway.signIn((await addMember(gateway)).id);
  const { provider } = (await gateway.send(calls.getShop, {}, as)).body;
  const { code, message } = await gateway.send(calls.bindShop, { number: 'S-1', code: '1', ...key() }, as);
  await gateway.close();
  assert.equal([provider.offered, provider.sandbox], [false, false]);
  assert.equal([code, message], ['500', "Linking a shop isn't available right now"]);
});

test('a shop without goods is bound too', async () => {
  const provider = await answering(() => ({ name: 'Empty shelves', introduction: '', goods: [] }));
  const gateway = await openGateway({ env: { SHOP_API_URL: provider.url, SHOP_API_KEY: 'k1' } });
  const as = await gateway.signIn((await addMember(gateway)).id);
  const told = (await gateway.send(calls.getShop, {}, as)).body.provider;
  const { body } = await gateway.send(calls.bindShop, { number: 'S-1', code: '1', ...key() }, as);
  await gateway.close();
  await provider.close();
  assert.equal([told.offered, told.sandbox], [true, false]);
  assert.equal([body.name, body.number, body.taken], ['Empty shelves', 'S-1', 0]);
});

test('codes are not to be guessed', async ({ gateway, owner }) => {
  const bind = (code: string) => gateway.send(calls.bindShop, { number: 'S-7020', code, ...key() }, owner.as);
  for (let at = 0; at < 10; at++) assert.is((await bind(`${at}`)).code, '5001');
  const { code, message } = await bind('246810');
  assert.is(code, '500');
  assert.match(message, /\b(59|60) min/);
});

test('goods of the platform are taken in once, at the suggested price', async ({ gateway, owner }) => {
  const supplied = await addSupplied(gateway, {
    name_en: 'Stand',
    supply_price: 18_90,
    suggested_price: 29_90,
  });
  const gone = await addSupplied(gateway, { supplied: false });
  const shelf = async () =>
    (
      (await gateway.send(calls.goodsList, { keyword: 'stand' }, owner.as)).body
        .items as calls.PlatformGoods[]
    ).find(({ id }) => id === supplied);
  assert.is((await shelf())?.inShop, false);
  const { body } = await gateway.send(
    calls.takeGoods,
    { ids: [supplied, gone, 'nobody'], ...key() },
    owner.as,
  );
  assert.equal(body.done, [supplied]);
  assert.equal(
    body.failed.map(({ id }: { id: string }) => id),
    [gone, 'nobody'],
  );
  await takeIn(gateway, owner, [supplied]);
  const { items, counts } = await listOf(gateway, owner);
  assert.equal(counts, { on: 0, off: 1 });
  // 29.90 less 18.90 less 5 % of 29.90, rounded up
  assert.equal(
    [items[0]?.name, items[0]?.price, items[0]?.commission],
    ['Stand', 29_90, 29_90 - 18_90 - 1_50],
  );
  assert.is((await shelf())?.inShop, true);
});

test('without a shop nothing is taken in', async ({ gateway }) => {
  const as = await gateway.signIn((await addMember(gateway)).id);
  const ids = [await addSupplied(gateway)];
  assert.is((await gateway.send(calls.takeGoods, { ids, ...key() }, as)).code, '500');
  assert.equal((await gateway.send(calls.shopGoodsList, {}, as)).body.items, []);
});

test('goods come twenty at a time, and are found by state, category and words', async ({
  gateway,
  owner,
}) => {
  const supplied = await addSuppliedGoods(
    gateway,
    Array.from({ length: 45 }, (_, at) => ({ name_en: `Lamp 100%_${at}` })),
  );
  const ids = await takeIn(gateway, owner, supplied);
  await gateway.send(calls.upperBatch, { ids: ids.slice(0, 5), state: 'on', ...key() }, owner.as);
  const seen = new Set<string>();
  const sizes: number[] = [];
  let from: string | undefined;
  do {
    const page = await listOf(gateway, owner, from === undefined ? {} : { from });
    for (const { id } of page.items) seen.add(id);
    sizes.push(page.items.length);
    from = page.next;
  } while (from !== undefined);
  assert.equal([sizes, seen.size], [[20, 20, 5], 45]);
  assert.equal((await listOf(gateway, owner, { state: 'on' })).counts, { on: 5, off: 40 });
  assert.is((await listOf(gateway, owner, { state: 'on' })).items.length, 5);
  assert.is((await listOf(gateway, owner, { keyword: '100%_44' })).items.length, 1);
  assert.is((await listOf(gateway, owner, { keyword: '1%4' })).items.length, 0, 'a % is a %');
});

test('of a batch of 200 goods 3 are refused, and say why; the rest is on sale', async ({
  gateway,
  owner,
}) => {
  const supplied = await addSuppliedGoods(
    gateway,
    Array.from({ length: 200 }, (_, at) => ({ name_en: `G${at}` })),
  );
  const ids = await takeIn(gateway, owner, supplied);
  const empty = await detailOf(gateway, owner, ids[7] ?? '');
  await edit(gateway, owner, empty, { stock: 0 });
  const { db } = gateway;
  await db.run
    .updateTable('platform_goods')
    .set({ supplied: false })
    .where('id', '=', supplied[70] ?? '')
    .execute();
  await db.run
    .updateTable('platform_goods')
    .set({ supply_price: 95_00, suggested_price: 99_00 })
    .where('id', '=', supplied[170] ?? '')
    .execute();
  const { price } = await detailOf(gateway, owner, ids[171] ?? '');
  await db.run // a good may be sold at what it costs
    .updateTable('platform_goods')
    .set({ supply_price: price })
    .where('id', '=', supplied[171] ?? '')
    .execute();
  const input = { match: { count: 200 }, state: 'on', ...key() };
  const { code, body } = await gateway.send(calls.upperBatch, input, owner.as);
  assert.is(code, '1');
  assert.equal([body.done.length, body.changed.length, body.failed.length], [197, 197, 3]);
  const why = new Map<string, string>(
    body.failed.map((one: { id: string; message: string }) => [one.id, one.message]),
  );
  assert.match(why.get(ids[7] ?? '') ?? '', /stock/i);
  assert.match(why.get(ids[70] ?? '') ?? '', /supply/);
  assert.match(why.get(ids[170] ?? '') ?? '', /price/);
  assert.equal((await listOf(gateway, owner)).counts, { on: 197, off: 3 });
  assert.equal(
    (await gateway.send(calls.upperBatch, input, owner.as)).body,
    body,
    'the same key, the same answer',
  );

  const zh = await gateway.send(
    calls.upperBatch,
    { ids: [ids[7]], state: 'on', ...key() },
    { ...owner.as, locale: 'zh_CN' },
  );
  assert.match(zh.body.failed[0].message, /库存/);
  // with stock, its retry goes through
  await edit(gateway, owner, await detailOf(gateway, owner, ids[7] ?? ''), { stock: 4 });
  const again = await gateway.send(calls.upperBatch, { ids: [ids[7]], state: 'on', ...key() }, owner.as);
  assert.equal([again.body.done, again.body.failed], [[ids[7]], []]);
});

test('off sale is undone for those that were on sale', async ({ gateway, owner }) => {
  const on = await addGoods(gateway, owner);
  const [off = ''] = await takeIn(gateway, owner, [await addSupplied(gateway)]);
  const { body } = await gateway.send(
    calls.upperBatch,
    { match: { count: 2 }, state: 'off', ...key() },
    owner.as,
  );
  assert.equal([new Set(body.done), body.changed], [new Set([on, off]), [on]]);
  await gateway.send(calls.upperBatch, { ids: body.changed, state: 'on', ...key() }, owner.as);
  assert.equal((await listOf(gateway, owner)).counts, { on: 1, off: 1 });
});

test('a batch over all that match is refused when more match than were confirmed', async ({
  gateway,
  owner,
}) => {
  const [one = '', two = ''] = await takeIn(gateway, owner, [
    await addSupplied(gateway),
    await addSupplied(gateway),
  ]);
  const all = (count: number, except: string[] = []) =>
    gateway.send(calls.deleteBatch, { match: { state: 'off', count, except }, ...key() }, owner.as);
  const refused = await all(1);
  assert.equal([refused.code, refused.body.count], ['500', 2]);
  const { body } = await all(1, [two]);
  assert.equal(body, { done: [one], failed: [] });
  assert.equal(
    (await listOf(gateway, owner)).items.map(({ id }) => id),
    [two],
  );
});

test('a good on sale cannot be deleted, and a deleted one can be supplied again', async ({
  gateway,
  owner,
}) => {
  const supplied = await addSupplied(gateway);
  const ids = await takeIn(gateway, owner, [supplied]);
  const set = (state: string) => gateway.send(calls.upperBatch, { ids, state, ...key() }, owner.as);
  await set('on');
  const remove = async () => (await gateway.send(calls.deleteBatch, { ids, ...key() }, owner.as)).body;
  assert.equal((await remove()).done, []);
  await set('off');
  assert.equal((await remove()).done, ids);
  assert.is((await gateway.send(calls.shopGoodsDetail, { id: ids[0] }, owner.as)).code, '500');
  const [again] = await takeIn(gateway, owner, [supplied]);
  assert.is.not(again, ids[0]);
});

test('when two phones edit one good, the second is warned, and nothing is overwritten', async ({
  gateway,
  owner,
}) => {
  const id = await addGoods(gateway, owner);
  const form = await detailOf(gateway, owner, id);
  const answers = await Promise.all([
    edit(gateway, owner, form, { name: 'First' }),
    edit(gateway, owner, form, { name: 'Second' }),
  ]);
  assert.equal(answers.map(({ code }) => code).sort(), ['1', '500']);
  const [won, lost] = answers[0].code === '1' ? answers : [answers[1], answers[0]];
  assert.is(lost.body.current.name, won.body.name);
  assert.is((await detailOf(gateway, owner, id)).name, won.body.name);
  // a phone that has read the current version may overwrite it
  const kept = await edit(gateway, owner, form, { name: 'Mine', version: lost.body.current.version });
  assert.equal([kept.code, kept.body.name], ['1', 'Mine']);
});

test('a category that a batch changed is not overwritten by a form', async ({ gateway, owner }) => {
  const id = await addGoods(gateway, owner);
  const form = await detailOf(gateway, owner, id);
  await gateway.send(calls.categoryBatch, { ids: [id], categoryId: '', ...key() }, owner.as);
  assert.is((await edit(gateway, owner, form, { name: 'x' })).code, '500');
});

test('an edit keeps to the rules: supply price, pictures, category, stock', async ({ gateway, owner }) => {
  const id = await addGoods(gateway, owner);
  const form = await detailOf(gateway, owner, id);
  const problems = async (change: object) => (await edit(gateway, owner, form, change)).body?.problems;
  assert.equal(await problems({ price: 59_99 }), { price: { rule: 'minMoney', limit: 60_00 } });
  assert.equal(await problems({ price: 0 }), { price: { rule: 'notZero', limit: 1 } });
  assert.equal(await problems({ stock: -1 }), { stock: { rule: 'min', limit: 0 } });
  assert.equal(await problems({ name: '  ' }), { name: { rule: 'required' } });
  const foreign = await addPicture(gateway, (await addMember(gateway)).id);
  assert.equal(await problems({ pictures: [foreign] }), { pictures: { rule: 'attachment' } });
  assert.equal(await problems({ categoryId: 'nobody' }), { categoryId: { rule: 'wrong' } });
  const own = await addPicture(gateway, owner.member);
  const saved = await edit(gateway, owner, form, { price: 60_00, pictures: [own], stock: 3 });
  assert.equal(
    [saved.body.pictures, saved.body.price, saved.body.commission, saved.body.stock],
    [[own], 60_00, 0, 3],
  );
  const quoted = await gateway.send(calls.quoteGoods, { id, price: 100_00 }, owner.as);
  assert.equal(quoted.body, { commission: 35_00 });
});

test('another member’s shop cannot be reached', async ({ gateway, owner }) => {
  const id = await addGoods(gateway, owner);
  const form = await detailOf(gateway, owner, id);
  const other = await addOwner(gateway);
  for (const [call, input] of [
    [calls.shopGoodsDetail, { id }],
    [calls.shopGoodsGraph, { id, days: 7 }],
    [calls.quoteGoods, { id, price: 100 }],
  ] as const)
    assert.is((await gateway.send(call, input, other.as)).code, '500');
  assert.is((await edit(gateway, other, form, { name: 'Stolen' })).code, '500');
  for (const [call, more] of [
    [calls.upperBatch, { state: 'off' }],
    [calls.deleteBatch, {}],
    [calls.categoryBatch, { categoryId: '' }],
  ] as const) {
    const { body } = await gateway.send(call, { ids: [id], ...more, ...key() }, other.as);
    assert.equal([body.done, body.failed.length], [[], 1]);
  }
  assert.equal((await listOf(gateway, other)).items, []);
  assert.equal(await detailOf(gateway, owner, id), form);
});

test.run();
