import { sql } from 'kysely';
import { OrderState } from '../../../contract/buying/orders';
import {
  coupons as couponsArea,
  orders as ordersArea,
  products as productsArea,
} from '../../../contract/desk/areas/selling';
import { assertNewRefund, refundOrder } from '../../checkout/refund-order';
import { refundGoesTo } from '../../checkout/refunds/split';
import { orderForDesk } from '../../checkout/view-order';
import type { Executor } from '../../db/database';
import { DomainError } from '../../kernel/domain-error';
import type { Gateway } from '../../kernel/gateway';
import { everyText, textsOf } from '../../kernel/texts';
import { accountOfRow } from '../../ledger/accounts';
import { memberOfOrder } from '../../orders/own';
import { isUnsent, shipOrder } from '../../orders/ship-order';
import { disputedOf } from '../../payments/disputed';
import { refundsBy } from '../../payments/providers';
import { pictureOf } from '../../pictures/artwork/pictures';
import { addCoupon, changeCoupon, endCoupon } from '../../products/put-coupon';
import { addProduct, addStock, changeProduct, offer } from '../../products/put-product';
import { couponRows, productRows } from '../../products/rows';
import type { TaxRates } from '../../settings/tax-rates';
import { muchOfACoupon, muchOfAPrice } from '../bounds';
import { picked, yesOrNo } from '../picked';
import { source } from '../source';

const orderRows = (run: Executor) =>
  run
    .selectFrom('purchase as p')
    .innerJoin('member as m', 'm.id', 'p.member')
    .select([
      'p.order_no as orderNo',
      'm.username as member',
      'p.state',
      'p.way',
      'p.currency',
      'p.total',
      'p.paid',
      'p.refunded',
      'p.created_at as at',
      'p.paid_at as paidAt',
      'p.shipment',
    ]);

export const orders = source({
  area: ordersArea,
  kept: ['purchase', 'order_no'],
  list: {
    rows: orderRows,
    columns: { at: 'p.created_at', total: 'p.total', state: 'p.state', way: 'p.way' },
    id: 'p.order_no',
    member: 'p.member',
    search: ['p.order_no', 'm.username', 'p.payment_no', 'p.shipment'],
    where: {
      unsent: (value) => (picked(yesOrNo, value, 'unsent') ? isUnsent : sql`not ${isUnsent}`),
      product: (value) => sql`p.order_no in (select order_no from purchase_line where product = ${value})`,
      coupon: (value) => sql`p.coupon = ${value}`,
    },
    view: (rows) =>
      rows.map(({ paidAt, shipment, ...row }) => ({
        ...row,
        ...(paidAt && { paidAt }),
        ...(shipment && { shipment }),
      })),
  },
  one: async (gateway, key) => {
    const { db } = gateway;
    const order = await orderForDesk(db.run, key);
    const purchase = { order_no: key, member: (await memberOfOrder(db.run, key)) ?? '' };
    const isPaid = order.state === OrderState.successful && !order.topUp;
    const left = isPaid ? order.paidAmount - order.refunded - (await disputedOf(db.run, purchase)) : 0;
    const movements = await db.run
      .selectFrom('transfer as t')
      .innerJoin('posting as p', (join) =>
        join.onRef('p.home', '=', 't.home').onRef('p.transfer', '=', 't.id'),
      )
      .select(['t.at', 't.kind', 'p.account', 'p.amount', 't.memo'])
      .where('t.ref', '=', key)
      .orderBy('t.at')
      .orderBy('p.account')
      .limit(100)
      .execute();
    return {
      ...order,
      paid: order.paidAmount,
      at: order.createdAt,
      ...(left > 0 && {
        refundGoesTo: await refundGoesTo(db.run, refundsBy(gateway), {
          ...purchase,
          currency: order.currency,
          left,
        }),
      }),
      movements: movements.map((one) => ({ ...one, account: accountOfRow(one.account) })),
    };
  },
  acts: {
    refund: async ({ gateway, key }, { again, ...input }) => {
      const { db, now } = gateway;
      const refund = { orderNo: key, ...input };
      if (!again) await assertNewRefund(db.run, refund);
      return refundOrder(db, refundsBy(gateway), refund, now());
    },
    ship: ({ gateway: { db, now }, key }, { shipment }) => shipOrder(db, key, shipment, now()),
  },
  worth: {
    refund: async ({ db }, key, { amount }) => {
      const order = await db.run
        .selectFrom('purchase')
        .select(['paid', 'refunded', 'currency'])
        .where('order_no', '=', key)
        .executeTakeFirst();
      if (order?.currency !== 'money') return 0;
      return typeof amount === 'number' ? order.refunded + amount : order.paid;
    },
  },
  changes: {
    refund: (order, { amount, toBalance = false }) => [
      {
        field: 'refunded',
        before: order.refunded,
        after: amount === undefined ? order.paid : Number(order.refunded ?? 0) + amount,
      },
      { field: 'toBalance', after: toBalance },
    ],
  },
});

type Product = Awaited<ReturnType<ReturnType<typeof productRows>['execute']>>[number];

const productView = ({ settings }: Gateway, row: Product) => ({
  id: row.id,
  name: row.name_en,
  zh: row.name_zh,
  names: textsOf(row, 'name'),
  category: row.category,
  price: row.price,
  ...(row.price_before !== null && { priceBefore: row.price_before }),
  ...(row.points !== null && { points: row.points }),
  ...(row.cloud_beans !== null && { beans: row.cloud_beans }),
  stock: row.stock,
  sold: row.sold,
  perOrder: row.per_order,
  ...(row.days && { days: row.days }),
  ...(row.daily_rent && { dailyRent: row.daily_rent }),
  onSale: row.on_sale,
  rank: row.rank,
  picture: [`${settings.publicUrl}${pictureOf(row)}`],
});

export const products = source({
  area: productsArea,
  kept: ({ db }, key) => productRows(db.run).where('p.id', '=', key).executeTakeFirst(),
  list: {
    rows: productRows,
    columns: {
      rank: 'p.rank',
      price: 'p.price',
      stock: 's.stock',
      sold: 's.sold',
      category: 'p.category',
      onSale: 'p.on_sale',
    },
    id: 'p.id',
    search: ['p.id', everyText('p', 'name')],
    view: (rows, gateway) => rows.map((row) => productView(gateway, row)),
  },
  one: async (gateway, key) => {
    const row = await productRows(gateway.db.run).where('p.id', '=', key).executeTakeFirst();
    if (!row) throw new DomainError('productMissing');
    return {
      ...productView(gateway, row),
      descriptions: textsOf(row, 'description'),
      tiers: JSON.parse(row.tiers) as object[],
      taxRates: Object.entries(JSON.parse(row.tax_rates ?? '{}') as TaxRates).map(([countryCode, rate]) => ({
        countryCode,
        rate: String(rate / 100),
      })),
    };
  },
  acts: {
    add: async ({ gateway: { db, now } }, change) => ({
      id: await db.tx((tx) => addProduct(tx, change, now())),
    }),
    change: async ({ gateway: { db }, key }, change) => {
      await db.tx((tx) => changeProduct(tx, key, change));
      return { id: key };
    },
    stock: async ({ gateway: { db }, key }, { by }) => ({
      id: key,
      stock: await db.tx((tx) => addStock(tx, key, by)),
    }),
    on: async ({ gateway: { db }, key }) => {
      await db.tx((tx) => offer(tx, key, true));
      return { id: key, onSale: true };
    },
    off: async ({ gateway: { db }, key }) => {
      await db.tx((tx) => offer(tx, key, false));
      return { id: key, onSale: false };
    },
  },
  worth: { change: muchOfAPrice },
  changes: {
    change: (product, { name, description, drawing: _, ...change }) => [
      ...(name ? [{ field: 'names', before: product.names, after: { ...product.names, ...name } }] : []),
      ...(description ? [{ field: 'descriptions', after: description }] : []),
      ...Object.entries(change).map(([field, after]) => ({
        field,
        before: (product as Record<string, unknown>)[field],
        after,
      })),
    ],
  },
});

const commonCoupons = (run: Executor) => couponRows(run).where('c.member', 'is', null);

/** How often each of these coupons was used. A statement of its own: coupons lie on each node, and uses with the members. */
async function usesOf(run: Executor, codes: readonly string[]): Promise<Map<string, number>> {
  if (!codes.length) return new Map();
  const rows = await run
    .selectFrom('coupon_use')
    .select(['code', ({ fn }) => fn.countAll<number>().as('n')])
    .where('code', 'in', codes)
    .groupBy('code')
    .execute();
  return new Map(rows.map(({ code, n }) => [code, Number(n)]));
}

type Coupon = Awaited<ReturnType<ReturnType<typeof commonCoupons>['execute']>>[number];

const couponView = (row: Coupon, used = 0) => ({
  code: row.code,
  name: row.name_en,
  ...(row.kind === 'amount' ? { amount: row.value } : { percent: row.value }),
  minimum: row.minimum,
  ...(row.product_ids !== null && { products: JSON.parse(row.product_ids) as object[] }),
  used,
  left: row.left_over,
  validUntil: row.valid_until,
});

export const coupons = source({
  area: couponsArea,
  kept: ({ db }, key) => couponRows(db.run).where('c.code', '=', key).executeTakeFirst(),
  list: {
    rows: commonCoupons,
    columns: { validUntil: 'c.valid_until', code: 'c.code' },
    id: 'c.code',
    search: ['c.code', everyText('c', 'name')],
    where: {
      good: (value, { now }) => {
        const good = sql<boolean>`(l.left_over > 0 and c.valid_until > ${new Date(now())})`;
        return picked(yesOrNo, value, 'good') ? good : sql`not ${good}`;
      },
    },
    view: async (rows, { db }) => {
      const uses = await usesOf(
        db.run,
        rows.map(({ code }) => code),
      );
      return rows.map((row) => couponView(row, uses.get(row.code)));
    },
  },
  one: async ({ db }, key) => {
    const row = await commonCoupons(db.run).where('c.code', '=', key.toUpperCase()).executeTakeFirst();
    if (!row) throw new DomainError('couponMissing');
    const uses = await usesOf(db.run, [row.code]);
    return { ...couponView(row, uses.get(row.code)), names: textsOf(row, 'name') };
  },
  acts: {
    add: async ({ gateway: { db, now } }, coupon) => ({
      code: await db.tx((tx) => addCoupon(tx, coupon, now())),
    }),
    change: ({ gateway: { db, now }, key }, change) => db.tx((tx) => changeCoupon(tx, key, change, now())),
    end: async ({ gateway: { db, now }, key }) => {
      await db.tx((tx) => endCoupon(tx, key, now()));
      return { code: key, ended: true };
    },
  },
  worth: { add: muchOfACoupon, change: muchOfACoupon },
});
