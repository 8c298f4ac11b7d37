import * as v from 'valibot';
import { OrderState } from '../../buying/orders';
import { paymentMethods } from '../../buying/payment-methods';
import {
  admin,
  area,
  choice,
  columns,
  count,
  everybody,
  facts,
  finance,
  money,
  pictures,
  record,
  rows,
  support,
  text,
  texts,
  time,
  words,
  yes,
} from '../area';
import {
  again,
  atTime,
  fen,
  inLanguages,
  inSomeLanguages,
  integer,
  line,
  paragraph,
  reason,
  requestKey,
} from '../inputs';

const { shown, offered } = columns;
const categories = ['machines', 'membership', 'goods'] as const;

export const orders = area({
  path: 'orders',
  personal: true,
  see: everybody,
  act: support,
  key: 'orderNo',
  title: 'orderNo',
  fields: {
    orderNo: text(shown),
    member: record('members', shown),
    state: choice(OrderState, shown),
    way: choice(Object.keys(paymentMethods), shown),
    currency: choice(['money', 'points', 'cloudBeans'], offered),
    total: money(shown),
    paid: money(offered),
    refunded: money(shown),
    at: time(shown),
    what: text(offered),
    failReason: text(),
    lines: rows(),
    amount: money(),
    discount: money(),
    couponCode: record('coupons'),
    paidAt: time(offered),
    paymentNo: text(),
    address: facts(),
    shipment: text(offered),
    contract: choice(['none', 'unsigned', 'signed']),
    signedAt: time(),
    remittance: facts(),
    refundGoesTo: rows(),
    movements: rows(),
  },
  sorts: ['at', 'total'],
  sort: '-at',
  at: 'at',
  filters: { state: {}, member: {}, way: {}, unsent: {}, product: {}, coupon: {} },
  views: {
    unsent: { filters: { unsent: 'yes' }, sort: 'at' },
    waiting: { filters: { state: 'waiting' } },
    successful: { filters: { state: 'successful' } },
    failed: { filters: { state: 'failed' } },
  },
  actions: {
    refund: {
      act: finance,
      when: { state: [OrderState.successful] },
      grave: true,
      input: v.object({
        amount: v.optional(fen()),
        toBalance: v.optional(v.boolean()),
        reason: paragraph(),
        requestKey: requestKey(),
        again: again(),
      }),
      about: ['refundGoesTo'],
    },
    ship: { when: { state: [OrderState.successful] }, input: v.object({ shipment: line(120) }) },
  },
  related: [
    { area: 'remittances', filter: 'orderNo', of: 'orderNo' },
    { area: 'refunds', filter: 'orderNo', of: 'orderNo' },
    { area: 'providerrefunds', filter: 'orderNo', of: 'orderNo' },
    { area: 'disputes', filter: 'orderNo', of: 'orderNo' },
    { area: 'invoices', filter: 'orderNo', of: 'orderNo' },
  ],
});

/** Members' refund requests. The refund itself is the action `refund` of the order. */
export const refunds = area({
  path: 'refunds',
  see: finance,
  act: finance,
  key: 'id',
  title: 'orderNo',
  fields: {
    id: text(),
    orderNo: record('orders', shown),
    member: record('members', shown),
    state: choice(['asked', 'refunded', 'refused'], shown),
    currency: choice(['money', 'points', 'cloudBeans'], offered),
    left: money(shown),
    at: time(shown),
    reason: words(shown),
    answer: words(offered),
    decidedAt: time(offered),
  },
  sorts: ['at'],
  sort: '-at',
  at: 'at',
  filters: { state: { usual: 'asked' }, member: {}, orderNo: {} },
  views: {
    asked: { filters: { state: 'asked' }, sort: 'at' },
    refunded: { filters: { state: 'refunded' } },
    refused: { filters: { state: 'refused' } },
  },
  actions: {
    refuse: { when: { state: ['asked'] }, grave: true, input: reason() },
  },
});

const percent = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(90));
/** The drawings for products without a photograph. */
const drawingNames = [
  'phone',
  'studio',
  'rack',
  'cabinet',
  'cabinets',
  'card',
  'stand',
  'lamp',
  'cable',
  'parcel',
] as const;

/** The changeable fields of a product; money in fen. An absent field stays unchanged, or has its default in a new product. */
export const productChange = v.strictObject({
  name: v.optional(inSomeLanguages(60)),
  description: v.optional(inSomeLanguages(2000)),
  category: v.optional(v.picklist(categories)),
  drawing: v.optional(v.picklist(drawingNames)),
  price: v.optional(fen()),
  priceBefore: v.optional(v.nullable(fen())),
  points: v.optional(v.nullable(integer(1))),
  beans: v.optional(v.nullable(integer(1))),
  stock: v.optional(integer()),
  perOrder: v.optional(integer(1)),
  days: v.optional(integer()),
  dailyRent: v.optional(fen(0)),
  tiers: v.optional(v.array(v.strictObject({ from: integer(2), percent }))),
  rank: v.optional(integer()),
  /** Rates that differ from those of the settings, in percent: `13`, `8.25`; `*` is all other countries. */
  taxRates: v.optional(
    v.array(
      v.strictObject({
        countryCode: v.pipe(v.string(), v.regex(/^([A-Z]{2}|\*)$/)),
        rate: v.pipe(v.string(), v.regex(/^\d{1,2}(\.\d{1,2})?$/)),
      }),
    ),
  ),
});

export const products = area({
  path: 'products',
  see: everybody,
  act: admin,
  key: 'id',
  title: 'name',
  fields: {
    id: text(offered),
    picture: pictures(shown),
    name: text(shown),
    zh: text(offered),
    names: texts(),
    descriptions: texts(),
    category: choice(categories, shown),
    price: money(shown),
    priceBefore: money(offered),
    points: count(offered),
    beans: count(offered),
    stock: count(shown),
    sold: count(shown),
    perOrder: count(offered),
    days: count(offered),
    dailyRent: money(offered),
    tiers: rows(),
    rank: count(offered),
    taxRates: rows(),
    onSale: yes(shown),
  },
  sorts: ['rank', 'price', 'stock', 'sold'],
  sort: 'rank',
  filters: { category: {}, onSale: {} },
  views: { listed: { filters: { onSale: 'yes' } }, unlisted: { filters: { onSale: 'no' } } },
  actions: {
    add: { makes: true, form: 'own', input: productChange },
    change: { form: 'own', input: productChange },
    stock: { input: v.object({ by: v.pipe(v.number(), v.safeInteger()) }) },
    on: { when: { onSale: [false] }, many: true },
    off: { when: { onSale: [true] }, many: true, grave: true },
  },
  related: [{ area: 'orders', filter: 'product', of: 'id' }],
});

/** A coupon as an operator creates it: a discount in fen or percent. */
export const newCoupon = v.strictObject({
  code: v.optional(v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z0-9]{3,20}$/))),
  name: inLanguages(40),
  amount: v.optional(fen()),
  percent: v.optional(v.pipe(integer(1), v.maxValue(99))),
  minimum: v.optional(fen(0), 0),
  products: v.optional(v.array(v.pipe(v.string(), v.maxLength(64)))),
  uses: integer(1),
  validUntil: atTime(),
});

export const coupons = area({
  path: 'coupons',
  see: everybody,
  act: admin,
  key: 'code',
  title: 'code',
  fields: {
    code: text(shown),
    name: text(shown),
    amount: money(shown),
    percent: count(shown),
    minimum: money(shown),
    products: rows(),
    used: count(shown),
    left: count(shown),
    validUntil: time(shown),
    names: texts(),
  },
  sorts: ['validUntil', 'code'],
  sort: '-validUntil',
  at: 'validUntil',
  filters: { good: {} },
  views: { good: { filters: { good: 'yes' } }, over: { filters: { good: 'no' } } },
  actions: {
    add: { makes: true, input: newCoupon },
    change: {
      input: v.strictObject({
        name: v.optional(inSomeLanguages(40)),
        minimum: v.optional(fen(0)),
        left: v.optional(integer()),
        validUntil: v.optional(atTime()),
      }),
    },
    end: { grave: true },
  },
  related: [{ area: 'orders', filter: 'coupon', of: 'code' }],
});
