import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/shop/goods';
import { creditSales, followSales } from '../../src/server/goods/follow-sales';
import type { ShopEvent, ShopProvider } from '../../src/server/goods/provider';
import { applyEvent, creditSale } from '../../src/server/goods/sales';
import { withdrawGoods } from '../../src/server/goods/supply-goods';
import { addGoods, addOwner, addSupplied, addSuppliedGoods, type Owner, takeIn } from './support/goods';
import { openGateway, type TestGateway } from './support/open';
import { addRows } from './support/rows';
import { booksInOrder, give, held } from './support/shop';
import { credit, desk } from './support/wallet';

const test = suite<{ gateway: TestGateway; owner: Owner; other: Owner; goods: string; others: string }>(
  'what a shop’s rows do',
);
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.before.each(async (context) => {
  context.owner = await addOwner(context.gateway);
  context.other = await addOwner(context.gateway);
  context.goods = await addGoods(context.gateway, context.owner);
  context.others = await addGoods(context.gateway, context.other);
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

const now = Date.parse('2026-03-10T12:00:00Z');
const at = (ms: number) => new Date(now + ms);
const day = 86_400_000;
let seq = 0;

const happen = ({ db, settings }: TestGateway, event: object) =>
  db.tx((tx) => applyEvent(tx, { seq: ++seq, at: at(0), ...event } as ShopEvent, settings, now));
const goodOf = ({ db }: TestGateway, id: string) =>
  db.run
    .selectFrom('shop_goods')
    .select(['stock', 'sold', 'state'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const daysOf = ({ db }: TestGateway, goods: string) =>
  db.run
    .selectFrom('shop_goods_day')
    .select(['day', 'views', 'sales'])
    .where('goods', '=', goods)
    .orderBy('day')
    .execute();
const saleOf = ({ db }: TestGateway, number: string) =>
  db.run
    .selectFrom('shop_sale')
    .select(['state', 'amount', 'commission', 'quantity', 'credit_at'])
    .where('number', '=', number)
    .executeTakeFirst();
const owedBy = async ({ db }: TestGateway, { member }: Owner) =>
  (await db.run.selectFrom('shop').select('owed').where('member', '=', member).executeTakeFirstOrThrow())
    .owed;
/** A sale that waits to be credited, or was, without any event. */
async function addSale(gateway: TestGateway, owner: Owner, goods: string, values: object = {}) {
  const row = sale(owner, goods, values);
  await addRows(gateway, 'shop_sale', [row]);
  return row.number;
}
const sale = ({ member }: Owner, goods: string, values: object = {}) => {
  const row = { number: randomUUID(), member, goods, quantity: 1, amount: 500, commission: 100 };
  return { ...row, state: 'held', at: at(-day), credit_at: at(0), returned_at: null, ...values };
};
const creditOne = ({ db }: TestGateway, number: string) =>
  db.tx(async (tx) => {
    const { member } = await tx
      .selectFrom('shop_sale')
      .select('member')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    return creditSale(tx, { number, member }, now);
  });

test('a view counts for its good on its day, and nothing for none or for a good that nobody has', async ({
  gateway,
  goods,
  others,
}) => {
  await happen(gateway, { kind: 'view', goods, count: 3 });
  await happen(gateway, { kind: 'view', goods, count: 1, at: at(day) });
  await happen(gateway, { kind: 'view', goods, count: 0, at: at(2 * day) });
  await happen(gateway, { kind: 'view', goods: randomUUID(), count: 5 });
  assert.equal(await daysOf(gateway, goods), [
    { day: '2026-03-10', views: 3, sales: 0 },
    { day: '2026-03-11', views: 1, sales: 0 },
  ]);
  assert.equal(await daysOf(gateway, others), []);
});

test('a sale takes its pieces from its good, once, as far as there are so many', async ({
  gateway,
  goods,
  others,
}) => {
  const sell = async (quantity: number, of = goods, number = randomUUID()) => {
    await happen(gateway, { kind: 'sale', goods: of, number, quantity });
    return [(await saleOf(gateway, number))?.state, (await saleOf(gateway, number))?.commission];
  };
  assert.equal(await sell(0), [undefined, undefined]);
  const number = randomUUID();
  assert.equal(await sell(4, goods, number), ['held', 4 * 25_50]);
  assert.equal(await sell(4, goods, number), ['held', 4 * 25_50]);
  assert.equal(await goodOf(gateway, goods), { stock: 6, sold: 4, state: 'on' });
  assert.equal(await sell(7), ['refused', 0]);
  assert.equal(await saleOf(gateway, number).then((row) => [row?.state, row?.amount]), ['held', 360_00]);
  assert.equal(await sell(6), ['held', 6 * 25_50]);
  assert.equal(await goodOf(gateway, goods), { stock: 0, sold: 10, state: 'on' });
  assert.equal(await daysOf(gateway, goods), [{ day: '2026-03-10', views: 0, sales: 10 }]);
  assert.equal(await goodOf(gateway, others), { stock: 10, sold: 0, state: 'on' });
  assert.is(+((await saleOf(gateway, number))?.credit_at ?? 0), now + gateway.settings.sales.holdTime);
  await gateway.db.run
    .updateTable('shop_goods')
    .set({ removed_at: at(0) })
    .where('id', '=', others)
    .execute();
  assert.equal(await sell(1, others), ['refused', 0]);
});

test('a return gives the pieces of its sale back, once, whatever state the sale is in', async ({
  gateway,
  owner,
  other,
  goods,
  others,
}) => {
  for (const number of ['a', 'b'].map(() => randomUUID())) {
    await happen(gateway, { kind: 'sale', goods, number, quantity: 2 });
  }
  const number = randomUUID();
  await happen(gateway, { kind: 'sale', goods, number, quantity: 3, at: at(day) });
  const twin = randomUUID();
  await happen(gateway, { kind: 'sale', goods: others, number: twin, quantity: 5, at: at(day) });
  const back = (of: string) => happen(gateway, { kind: 'return', number: of, at: at(2 * day) });
  await back(number);
  await back(number);
  await back(randomUUID());
  assert.equal(await goodOf(gateway, goods), { stock: 6, sold: 4, state: 'on' });
  assert.equal(await goodOf(gateway, others), { stock: 5, sold: 5, state: 'on' });
  assert.equal(
    (await daysOf(gateway, goods)).map(({ sales }) => sales),
    [4, 0],
  );
  assert.equal(
    (await daysOf(gateway, others)).map(({ sales }) => sales),
    [5],
  );
  assert.equal(
    [(await saleOf(gateway, number))?.state, (await saleOf(gateway, twin))?.state],
    ['returned', 'held'],
  );
  const refused = await addSale(gateway, owner, goods, { state: 'refused' });
  await back(refused);
  assert.is((await saleOf(gateway, refused))?.state, 'refused');
  assert.equal([await owedBy(gateway, owner), await owedBy(gateway, other)], [0, 0]);
});

test('a credited sale is taken back as far as the balance allows, and the member owes the rest', async ({
  gateway,
  owner,
  other,
  goods,
}) => {
  const back = async (values: object) => {
    const number = await addSale(gateway, owner, goods, { state: 'credited', ...values });
    await happen(gateway, { kind: 'return', number });
    return [await held(gateway, owner.member, 'store'), await owedBy(gateway, owner)];
  };
  await credit(gateway, owner.member, 'store', 130);
  await credit(gateway, other.member, 'store', 1000);
  await gateway.db.run.updateTable('shop_goods').set({ stock: 0, sold: 9 }).where('id', '=', goods).execute();
  assert.equal(await back({ commission: 0 }), [130, 0]);
  assert.equal(await back({ commission: 100 }), [30, 0]);
  assert.equal(await back({ commission: 30 }), [0, 0]);
  assert.equal(await back({ commission: 1 }), [0, 1]);
  await give(gateway, owner.member, 'store', 5);
  assert.equal(await back({ commission: 25 }), [0, 21]);
  assert.equal([await held(gateway, other.member, 'store'), await owedBy(gateway, other)], [1000, 0]);
});

test('a sale is credited when its time has come, once, less what is owed', async ({
  gateway,
  owner,
  other,
  goods,
}) => {
  const store = () => held(gateway, owner.member, 'store');
  const number = await addSale(gateway, owner, goods);
  const neighbour = await addSale(gateway, owner, goods);
  assert.equal([await creditOne(gateway, number), await creditOne(gateway, number)], [true, false]);
  assert.is(await store(), 100);
  assert.is((await saleOf(gateway, neighbour))?.state, 'held');
  assert.is(await creditOne(gateway, await addSale(gateway, owner, goods, { credit_at: at(1) })), false);
  assert.is(await creditOne(gateway, await addSale(gateway, owner, goods, { state: 'returned' })), false);
  assert.is(await creditOne(gateway, await addSale(gateway, owner, goods, { commission: 0 })), true);
  assert.is(await creditOne(gateway, await addSale(gateway, owner, goods, { commission: 1 })), true);
  assert.is(await store(), 101);
  for (const [who, owed] of [
    [owner, 130],
    [other, 7],
  ] as const)
    await gateway.db.run.updateTable('shop').set({ owed }).where('member', '=', who.member).execute();
  const next = async () => {
    await creditOne(gateway, await addSale(gateway, owner, goods));
    return [await store(), await owedBy(gateway, owner)];
  };
  assert.equal(
    [await next(), await next(), await next()],
    [
      [101, 30],
      [171, 0],
      [271, 0],
    ],
  );
  assert.is(await owedBy(gateway, other), 7);
});

test('every sale that is due is credited, also when there are more than fit one batch', async ({
  gateway,
  owner,
  goods,
}) => {
  await creditSales(gateway.db, now);
  const due = Array.from({ length: 201 }, () => sale(owner, goods, { commission: 1 }));
  await addRows(gateway, 'shop_sale', due);
  await addSale(gateway, owner, goods, { commission: 5000, credit_at: at(1) });
  assert.is(await creditSales(gateway.db, now), 201);
  assert.is(await creditSales(gateway.db, now), 0);
  assert.is(await held(gateway, owner.member, 'store'), 201);
});

test('events are followed from where the last ones ended', async ({ gateway, goods }) => {
  const all: ShopEvent[] = [1, 2, 3].map((n) => ({ seq: n * 10, at: at(0), kind: 'view', goods, count: n }));
  const asked: number[] = [];
  const provider: ShopProvider = {
    find: async () => undefined,
    async events(after) {
      asked.push(after);
      return all.filter((event) => event.seq > after).slice(0, 2);
    },
  };
  const follow = () => followSales(gateway.db, provider, gateway.settings, now);
  assert.equal([await follow(), await follow()], [3, 0]);
  assert.equal(asked, [0, 20, 30, 30]);
  assert.equal(
    (await daysOf(gateway, goods)).map(({ views }) => views),
    [6],
  );
});

test('two gateways that follow the same events at once count each event once', async ({ gateway, goods }) => {
  const from = await gateway.db.run.selectFrom('shop_feed').select('cursor').executeTakeFirst();
  const event = { seq: (from?.cursor ?? 0) + 10, at: at(0), kind: 'view', goods, count: 7 } as ShopEvent;
  let waiting = 2;
  let release = () => {};
  const bothHaveAsked = new Promise<void>((settle) => {
    release = settle;
  });
  const provider: ShopProvider = {
    find: async () => undefined,
    async events(after) {
      if (after >= event.seq) return [];
      if (--waiting === 0) release();
      await bothHaveAsked;
      return [event];
    },
  };
  const follow = () => followSales(gateway.db, provider, gateway.settings, now);
  const counted = await Promise.all([follow(), follow()]);
  assert.equal(counted.sort(), [0, 1]);
  assert.equal(
    (await daysOf(gateway, goods)).map(({ views }) => views),
    [7],
  );
});

test('a good that the platform withdraws goes off sale in every shop, and no other does', async ({
  gateway,
  owner,
  other,
  goods,
}) => {
  const [id = '', stays = ''] = await addSuppliedGoods(gateway, [{}, {}]);
  const inShops = await Promise.all(
    [owner, other].map(async (one) => {
      const [first = '', second = ''] = await takeIn(gateway, one, [id, stays]);
      return [first, second];
    }),
  );
  const set = (ids: string[], state: 'on' | 'off') =>
    gateway.db.run.updateTable('shop_goods').set({ state }).where('id', 'in', ids).execute();
  await set(inShops.flat(), 'on');
  await set([inShops[1]?.[0] ?? ''], 'off');
  const lies = async () => (await desk(gateway, `supply/${id}`)) as { shops: number; supplied: boolean };
  assert.equal(await lies().then((one) => [Number(one?.shops), one?.supplied]), [2, true]);
  assert.equal(await gateway.db.tx((tx) => withdrawGoods(tx, id)), { offSale: 1 });
  const states = await Promise.all(inShops.flat().map(async (one) => (await goodOf(gateway, one)).state));
  assert.equal(states, ['off', 'on', 'off', 'on']);
  assert.is((await goodOf(gateway, goods)).state, 'on');
  await gateway.db.run
    .updateTable('shop_goods')
    .set({ removed_at: at(0) })
    .where('id', '=', inShops[0]?.[0] ?? '')
    .execute();
  assert.equal(await lies().then((one) => [Number(one?.shops), one?.supplied]), [1, false]);
  const missing = await gateway.db.tx((tx) => withdrawGoods(tx, 'none')).catch((error) => error.key);
  assert.is(missing, 'goodsNotSupplied');
});

test('a batch does what it can to each good, and says why it cannot to others', async ({
  gateway,
  owner,
  goods,
  others,
}) => {
  const own = async (values: object = {}, shop: object = {}) => {
    const [id = ''] = await takeIn(gateway, owner, [await addSupplied(gateway)]);
    if (Object.keys(shop).length)
      await gateway.db.run.updateTable('shop_goods').set(shop).where('id', '=', id).execute();
    const { platform_id } = await gateway.db.run
      .selectFrom('shop_goods')
      .select('platform_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (Object.keys(values).length)
      await gateway.db.run.updateTable('platform_goods').set(values).where('id', '=', platform_id).execute();
    return id;
  };
  const all = {
    fine: await own(),
    one: await own({}, { stock: 1 }),
    none: await own({}, { stock: 0 }),
    below: await own({}, { price: 59_99 }),
    exact: await own({}, { price: 60_00 }),
    withdrawn: await own({ supplied: false }),
    onAlready: await own({ supplied: false }, { state: 'on' }),
    others,
  };
  const names = (ids: string[]) =>
    ids.map((id) => Object.entries(all).find(([, one]) => one === id)?.[0] ?? (id === goods ? 'goods' : id));
  const send = async (call: { path: string }, input: object) => {
    const { body } = await gateway.send(
      call,
      { ids: Object.values(all), requestKey: randomUUID(), ...input },
      owner.as,
    );
    const failed = body.failed.map(({ id }: { id: string }) => id);
    return {
      done: names(body.done).sort(),
      failed: names(failed).sort(),
      changed: body.changed && names(body.changed).sort(),
    };
  };
  assert.equal(await send(calls.upperBatch, { state: 'on' }), {
    done: ['exact', 'fine', 'onAlready', 'one'],
    failed: ['below', 'none', 'others', 'withdrawn'],
    changed: ['exact', 'fine', 'one'],
  });
  assert.equal((await send(calls.deleteBatch, {})).done, ['below', 'none', 'withdrawn']);
  assert.equal(await send(calls.upperBatch, { state: 'off' }), {
    done: ['exact', 'fine', 'onAlready', 'one'],
    failed: ['below', 'none', 'others', 'withdrawn'],
    changed: ['exact', 'fine', 'onAlready', 'one'],
  });
  assert.is((await goodOf(gateway, goods)).state, 'on');
  assert.is((await goodOf(gateway, others)).state, 'on');
});

test.run();
