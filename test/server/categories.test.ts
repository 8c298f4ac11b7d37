import { randomUUID } from 'node:crypto';
import md5 from 'blueimp-md5';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/shop/categories';
import * as goods from '../../src/contract/shop/goods';
import type { Wire } from '../../src/core/http/answer';
import { ask } from '../../src/core/http/http';
import { withRequestKey } from '../../src/core/http/keyed-send';
import { addGoods, addOwner, type Owner } from './support/goods';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { addRows } from './support/rows';

const test = suite<{ gateway: TestGateway; owner: Owner }>('categories of a shop');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.before.each(async (context) => {
  context.owner = await addOwner(context.gateway);
});
test.after(({ gateway }) => gateway.close());

const key = () => ({ requestKey: randomUUID() });
const add = (gateway: TestGateway, { as }: Owner, name: string) =>
  gateway.send(calls.addCategory, { name, ...key() }, as);
const names = async (gateway: TestGateway, { as }: Owner) =>
  (await gateway.send(calls.listCategory, {}, as)).body.items.map(({ name }: calls.GoodsCategory) => name);

test('categories stand in the order that the member gives them', async ({ gateway, owner }) => {
  const ids: string[] = [];
  for (const name of ['Lights', 'Stands', 'Tea'])
    ids.push((await add(gateway, owner, name)).body.items[0].id);
  const [lights = '', stands = '', tea = ''] = ids;
  const move = (id: string, before: string) =>
    gateway.send(calls.editCategory, { id, before, ...key() }, owner.as);
  await move(tea, lights);
  assert.equal(await names(gateway, owner), ['Tea', 'Lights', 'Stands']);
  await move(tea, '');
  assert.equal(await names(gateway, owner), ['Lights', 'Stands', 'Tea']);
  await move(stands, stands);
  const { body } = await gateway.send(
    calls.editCategory,
    { id: stands, name: 'Holders', ...key() },
    owner.as,
  );
  assert.equal([body.id, body.name], [stands, 'Holders']);
  assert.equal(await names(gateway, owner), ['Lights', 'Holders', 'Tea']);
});

test('a category whose answer was lost is added once, and the next tap finds it', async ({
  gateway,
  owner,
}) => {
  let lost = false;
  const wire: Wire = {
    base: `${gateway.url}/api`,
    secret: gateway.settings.signingSecret,
    appid: 'h5',
    identity: () => ({ token: '', userId: '', ...owner.as }),
    language: () => 'en_US',
    clock: { ahead: 0 },
    md5,
    async fetch(...request) {
      const answer = await fetch(...request);
      if (lost) return answer;
      lost = true;
      throw new TypeError('Failed to fetch');
    },
  };
  const send = withRequestKey((call, input) => ask(wire, call, input as never));
  await send(calls.addCategory, { name: 'Tea' }).then(
    () => assert.unreachable(),
    () => {},
  );
  const { res_code } = await send(calls.addCategory, { name: 'Tea' });
  assert.equal([res_code, await names(gateway, owner)], ['1', ['Tea']]);
});

test('a shop has a hundred categories at most, its own and those of the platform together', async ({
  gateway,
  owner,
}) => {
  const rows = Array.from({ length: 99 }, (_, position) => ({
    member: owner.member,
    name: `C${position}`,
    position,
  }));
  await addRows(gateway, 'shop_category', rows);
  await addGoods(gateway, owner);
  const { items } = (await gateway.send(calls.listAdminCategory, {}, owner.as)).body;
  const [lights] = items;
  assert.is((await add(gateway, owner, 'The hundredth')).code, '1');
  assert.match((await add(gateway, owner, 'One more')).message, '100');
  const taken = await gateway.send(calls.addCategory, { platformIds: [lights.id], ...key() }, owner.as);
  assert.match(taken.message, '100');
  assert.is((await names(gateway, owner)).length, 100);
});

test('a name is a category’s only', async ({ gateway, owner }) => {
  await add(gateway, owner, 'Tea');
  const twice = await add(gateway, owner, ' Tea ');
  assert.equal([twice.code, twice.body.problems], ['5001', { name: { rule: 'taken' } }]);
  const { id } = (await add(gateway, owner, 'Coffee')).body.items[0];
  const renamed = await gateway.send(calls.editCategory, { id, name: 'Tea', ...key() }, owner.as);
  assert.equal([renamed.code, renamed.body.problems], ['5001', { name: { rule: 'taken' } }]);
  await add(gateway, await addOwner(gateway), 'Tea');
  assert.is((await add(gateway, owner, 'x'.repeat(21))).code, '5001');
});

test('one in use says by how many, and stays; an empty one goes', async ({ gateway, owner }) => {
  const used = (await add(gateway, owner, 'Used')).body.items[0].id;
  const empty = (await add(gateway, owner, 'Empty')).body.items[0].id;
  const good = await addGoods(gateway, owner);
  await gateway.send(goods.categoryBatch, { ids: [good], categoryId: used, ...key() }, owner.as);
  const { items, none } = (await gateway.send(calls.listCategory, {}, owner.as)).body;
  assert.equal([items.map((one: calls.GoodsCategory) => one.goods), none], [[1, 0], 0]);
  const gone = await addGoods(gateway, owner);
  const noneNow = async () => (await gateway.send(calls.listCategory, {}, owner.as)).body.none;
  assert.is(await noneNow(), 1);
  await gateway.db.run
    .updateTable('shop_goods')
    .set({ removed_at: new Date() })
    .where('member', '=', owner.member)
    .where('id', '=', gone)
    .execute();
  assert.is(await noneNow(), 0, 'a good that was removed is in no list');
  const { body } = await gateway.send(calls.deleteBatchCategory, { ids: [used, empty], ...key() }, owner.as);
  assert.equal(body.done, [empty]);
  assert.match(body.failed[0].message, /In use \(1\)/);
  assert.equal(await names(gateway, owner), ['Used']);
});

test('the platform’s categories are taken over once, and goods taken in later lie in them', async ({
  gateway,
  owner,
}) => {
  await addGoods(gateway, owner);
  const list = async () => (await gateway.send(calls.listAdminCategory, {}, owner.as)).body.items;
  const [lights] = await list();
  assert.equal([lights.name, lights.taken], ['Lights', false]);
  const take = () => gateway.send(calls.addCategory, { platformIds: [lights.id], ...key() }, owner.as);
  const nothing = await gateway.send(calls.addCategory, { platformIds: [], ...key() }, owner.as);
  assert.is(nothing.code, '5001');
  const { body } = await take();
  assert.equal((await take()).body.items, []);
  assert.is((await list())[0].taken, true);
  const more = ['Teapots', 'Vases', 'Bowls'].map((name, nth) => ({
    id: name,
    name_en: name,
    name_zh: name,
    position: 2 + nth,
  }));
  await addRows(gateway, 'platform_category', more);
  await gateway.send(calls.addCategory, { platformIds: ['Vases', 'Teapots'], ...key() }, owner.as);
  assert.equal(
    await names(gateway, owner),
    ['Lights', 'Teapots', 'Vases'],
    'those that were chosen, in their order',
  );
  const id = await addGoods(gateway, owner);
  const detail = (await gateway.send(goods.shopGoodsDetail, { id }, owner.as)).body;
  assert.equal([detail.categoryId, detail.categoryName], [body.items[0].id, 'Lights']);
});

test('a member without a shop has no categories, and another’s cannot be reached', async ({
  gateway,
  owner,
}) => {
  const id = (await add(gateway, owner, 'Mine')).body.items[0].id;
  const as = await gateway.signIn((await addMember(gateway)).id);
  assert.is((await gateway.send(calls.addCategory, { name: 'x', ...key() }, as)).code, '500');
  const other = await addOwner(gateway);
  await add(gateway, other, 'Own');
  assert.is((await add(gateway, other, 'Mine')).code, '1', 'a name is taken in one shop only');
  assert.is((await gateway.send(calls.editCategory, { id, name: 'Stolen', ...key() }, other.as)).code, '500');
  const own = (await gateway.send(calls.listCategory, {}, other.as)).body.items[0].id;
  assert.is(
    (await gateway.send(calls.editCategory, { id: own, before: id, ...key() }, other.as)).code,
    '500',
  );
  assert.equal(
    (await gateway.send(calls.deleteBatchCategory, { ids: [id], ...key() }, other.as)).body.done,
    [],
  );
  const good = await addGoods(gateway, other);
  const into = { ids: [good], categoryId: id, ...key() };
  assert.is((await gateway.send(goods.categoryBatch, into, other.as)).code, '5001');
  assert.equal(await names(gateway, owner), ['Mine']);
});

test.run();
