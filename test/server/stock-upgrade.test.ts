// @rarely: migrations of an earlier version; order-rows.test.ts and orders.test.ts have the rules of stock and coupons
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Db, Executor, Tx } from '../../src/server/db/database';
import { migrate } from '../../src/server/db/migrate';
import { takeStock } from '../../src/server/fulfilment/stock';
import { redeemCoupon } from '../../src/server/pricing/coupons';
import { changeCoupon, endCoupon, insertCoupon } from '../../src/server/products/put-coupon';
import { addStock, changeProduct, insertProducts } from '../../src/server/products/put-product';
import { couponRows, productRows } from '../../src/server/products/rows';
import { migrations } from '../../src/server/schema/migrations';
import { engine, openEmptyDb } from './support/database';
import { addRows } from './support/rows';

/** A database in the schema before stock had rows of its own. It is never spread: that comes after an upgrade. */
const test = suite<{ db: Db }>('stock-upgrade');
test.before.each(async (context) => {
  context.db = await openEmptyDb();
  await upgrade(context.db, (id) => !isOfStock(id));
  await addProducts(context.db, { id: 'a', stock: 9, sold: 4 }, { id: 'b', stock: 5, sold: 0 });
  await addRows(context, 'coupon', [couponRow('C', 6)]);
});
test.after.each(({ db }) => db.close());

const steps = migrations.filter(({ id }) => /^products-[78]-/.test(id)).map(({ id }) => id);
const isOfStock = (id: string) => steps.includes(id);
const upgrade = (db: Db, which: (id: string) => boolean = () => true) =>
  migrate(
    db,
    migrations.filter(({ id }) => which(id)),
    { between: 20 },
  );

const soon = new Date(Date.now() + 3_600_000);
const productRow = (row: { id: string; stock: number; sold: number }) => ({
  name_en: 'Lamp',
  name_zh: '灯',
  description_en: '',
  description_zh: '',
  category: 'goods' as const,
  price: 100,
  price_before: null,
  points: null,
  cloud_beans: null,
  per_order: 9,
  days: 0,
  daily_rent: 0,
  tiers: '[]',
  rank: 1,
  on_sale: true,
  created_at: new Date(),
  ...row,
});
const couponRow = (code: string, left_over: number) => ({
  code,
  name_en: 'Off',
  name_zh: '优惠',
  kind: 'amount' as const,
  value: 1,
  minimum: 0,
  product_ids: null,
  left_over,
  valid_until: soon,
});
const addProducts = (db: Db, ...rows: Parameters<typeof productRow>[0][]) =>
  addRows({ db } as never, 'product', rows.map(productRow));

const changed = async (run: Executor, statement: ReturnType<typeof sql>) =>
  Number((await statement.execute(run)).numAffectedRows ?? 0) > 0;

/** The statements of a gateway of the version before. */
const before = {
  take: (run: Executor, id: string, n = 1) =>
    changed(run, sql`update product set stock = stock - ${n} where id = ${id} and stock >= ${n}`),
  count: (run: Executor, id: string, n = 1) =>
    changed(run, sql`update product set sold = sold + ${n} where id = ${id}`),
  give: (run: Executor, id: string, n = 1) =>
    changed(run, sql`update product set stock = stock + ${n}, sold = sold - ${n} where id = ${id}`),
  redeem: (run: Executor, code: string) =>
    changed(run, sql`update coupon set left_over = left_over - 1 where code = ${code} and left_over > 0`),
  /** Takes a piece of each and counts it, as an order that is paid at once. */
  buy: async (tx: Tx, ...ids: string[]) => {
    for (const id of ids) if (!(await before.take(tx, id))) throw new Error('sold out');
    for (const id of ids) await before.count(tx, id);
  },
};

const buy = (tx: Tx, ...ids: string[]) =>
  takeStock(
    tx,
    ids.map((productId) => ({ productId, quantity: 1 })),
    true,
  );
let orders = 0;
const redeem = (tx: Tx, code: string) => redeemCoupon(tx, code, `m${++orders}`, `${orders}`, Date.now());
const isDone = (work: Promise<unknown>) =>
  work.then(
    () => true,
    (error) => {
      if (!/sold out|stockExceeded|couponOver/.test(`${error.key ?? error.message}`)) throw error;
      return false;
    },
  );

function signal() {
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  return { send: () => send(), sent };
}

/** Stock and sold of a product, and what is left of a coupon: as this version reads them, and as the one before does. */
async function both(
  run: Executor,
): Promise<[now: Record<string, unknown>, earlier: Record<string, unknown>]> {
  const products = await productRows(run).execute();
  const coupons = await couponRows(run).execute();
  const earlier = await sql<{ id: string; of: unknown }>`
    select id, array[stock, sold] as of from product union all select code, array[left_over] from coupon`.execute(
    run,
  );
  return [
    Object.fromEntries([
      ...products.map(({ id, stock, sold }) => [id, [stock, sold]]),
      ...coupons.map(({ code, left_over }) => [code, [left_over]]),
    ]),
    Object.fromEntries(earlier.rows.map(({ id, of }) => [id, (of as unknown[]).map(Number)])),
  ];
}

async function assertBoth(run: Executor, expected: Record<string, number[]>) {
  const [now, earlier] = await both(run);
  assert.equal(now, expected);
  assert.equal(earlier, expected);
}

test('gateways of the version before sell and refund before each step of the upgrade, and after it', async ({
  db,
}) => {
  for (const id of ['', ...steps]) {
    if (id) await upgrade(db, (one) => !isOfStock(one) || steps.indexOf(one) <= steps.indexOf(id));
    await db.tx((tx) => before.buy(tx, 'a', 'b'));
    await db.tx((tx) => before.give(tx, 'b'));
    if (steps.indexOf(id) < 5) await before.redeem(db.run, 'C');
  }
  await assertBoth(db.run, { a: [2, 11], b: [5, 0], C: [0] });
});

test('members of both versions buy the last pieces, and nothing is sold twice', async ({ db }) => {
  await upgrade(db);
  await assertBoth(db.run, { a: [9, 4], b: [5, 0], C: [6] });
  await db.tx((tx) => buy(tx, 'a', 'b'));
  await db.tx((tx) => before.buy(tx, 'a', 'b'));
  await db.tx((tx) => redeem(tx, 'C'));
  assert.ok(await before.redeem(db.run, 'C'));
  await assertBoth(db.run, { a: [7, 6], b: [3, 2], C: [4] });
  await db.tx((tx) => takeStock(tx, [{ productId: 'b', quantity: 3 }]));
  assert.not.ok(await before.take(db.run, 'b'));
  assert.ok(await before.take(db.run, 'a', 7));
  assert.not.ok(await isDone(db.tx((tx) => buy(tx, 'a'))));
  await assertBoth(db.run, { a: [0, 6], b: [0, 2], C: [4] });
});

test('products and coupons that either version adds or changes have the same counters in the other', async ({
  db,
}) => {
  await upgrade(db);
  await addProducts(db, { id: 'c', stock: 3, sold: 1 });
  await addRows({ db } as never, 'coupon', [couponRow('D', 2)]);
  await db.tx((tx) => insertProducts(tx, [productRow({ id: 'e', stock: 8, sold: 2 })]));
  await db.tx((tx) => insertCoupon(tx, couponRow('F', 7)));
  const added = { a: [9, 4], b: [5, 0], c: [3, 1], e: [8, 2] };
  await assertBoth(db.run, { ...added, C: [6], D: [2], F: [7] });
  await sql`update product set stock = 40, price = 5 where id = 'a'`.execute(db.run);
  await sql`update coupon set left_over = 0, valid_until = now() where code = 'C'`.execute(db.run);
  await db.tx((tx) => changeProduct(tx, 'b', { stock: 50 }));
  assert.is(await db.tx((tx) => addStock(tx, 'c', 7)), 10);
  await db.tx((tx) => changeCoupon(tx, 'D', { left: 20 }, Date.now()));
  await db.tx((tx) => endCoupon(tx, 'F', Date.now()));
  const changed = { a: [40, 4], b: [50, 0], c: [10, 1], e: [8, 2] };
  await assertBoth(db.run, { ...changed, C: [0], D: [20], F: [0] });
});

test('where the triggers are gone, as on several nodes, sales change the new rows alone', async ({ db }) => {
  await upgrade(db);
  const { rows } = await sql<{ name: string; on: string }>`
    select tgname as name, tgrelid::regclass::text as on from pg_trigger
    where not tgisinternal and tgrelid::regclass::text in ('product', 'product_stock', 'coupon', 'coupon_left')`.execute(
    db.run,
  );
  assert.is(rows.length, 6);
  for (const { name, on } of rows) await sql.raw(`drop trigger ${name} on ${on}`).execute(db.run);
  await db.tx((tx) => insertProducts(tx, [productRow({ id: 'e', stock: 8, sold: 2 })]));
  await db.tx((tx) => buy(tx, 'a', 'e'));
  await db.tx((tx) => redeem(tx, 'C'));
  const [now, earlier] = await both(db.run);
  assert.equal(now, { a: [8, 5], b: [5, 0], e: [7, 3], C: [5] });
  assert.equal(earlier, { a: [9, 4], b: [5, 0], e: [8, 2], C: [6] });
});

// the embedded database has one connection
if (engine === 'pg') {
  /** A gateway of the version before holds product `a` while this version sells a piece of it, and then does `then`. */
  const besideSale = async (db: Db, then: (tx: Tx) => Promise<unknown>) => {
    const [hasHeld, hasSold] = [signal(), signal()];
    const earlier = db.tx(async (tx) => {
      await sql`select id from product where id = 'a' for update`.execute(tx);
      hasHeld.send();
      await hasSold.sent;
      await then(tx);
    });
    await hasHeld.sent;
    await Promise.all([db.tx((tx) => buy(tx, 'a')).finally(hasSold.send), earlier]);
  };

  test('a sale does not wait for a product that the version before holds, and is not lost for it', async ({
    db,
  }) => {
    await upgrade(db);
    await besideSale(db, (tx) => sql`update product set stock = stock + 10 where id = 'a'`.execute(tx));
    await assertBoth(db.run, { a: [18, 5], b: [5, 0], C: [6] });
    await besideSale(db, (tx) => sql`update product set price = 5 where id = 'a'`.execute(tx));
    await assertBoth(db.run, { a: [17, 6], b: [5, 0], C: [6] });
  });

  test('the version before does not sell the last piece that was sold while it held the product', async ({
    db,
  }) => {
    await upgrade(db);
    await db.tx((tx) => takeStock(tx, [{ productId: 'a', quantity: 8 }]));
    await besideSale(db, async (tx) => assert.not.ok(await before.take(tx, 'a')));
    await assertBoth(db.run, { a: [0, 5], b: [5, 0], C: [6] });
  });

  test('members of both versions buy side by side while the upgrade runs, until nothing is left', async ({
    db,
  }) => {
    await sql`update product set stock = 150, sold = 0`.execute(db.run);
    await sql`update coupon set left_over = 40`.execute(db.run);
    const sold = { a: 0, b: 0, C: 0 };
    let isUpgraded = false;
    const shopper = async (nth: number) => {
      for (let n = 0; n < 90; n++) {
        const isEarlier = !isUpgraded || nth % 2 === 0;
        const ids = (n % 3 ? ['a', 'b'] : [nth % 4 < 2 ? 'a' : 'b']) as ('a' | 'b')[];
        const bought = await isDone(db.tx((tx) => (isEarlier ? before : { buy }).buy(tx, ...ids)));
        if (bought) for (const id of ids) sold[id]++;
        const redeemed = isEarlier
          ? await before.redeem(db.run, 'C')
          : await isDone(db.tx((tx) => redeem(tx, 'C')));
        if (redeemed) sold.C++;
      }
    };
    const shoppers = [1, 2, 3, 4].map(shopper);
    await upgrade(db);
    isUpgraded = true;
    await Promise.all(shoppers);
    const left = { a: [150 - sold.a, sold.a], b: [150 - sold.b, sold.b], C: [40 - sold.C] };
    assert.equal((await both(db.run))[0], left);
    assert.equal([Math.max(sold.a, sold.b), sold.C], [150, 40]);
    // a sale of the version before that was undone may have kept the old columns from a value
    await sql`update product_stock set stock = stock`.execute(db.run);
    await sql`update coupon_left set left_over = left_over`.execute(db.run);
    await assertBoth(db.run, left);
  });
}

test.run();
