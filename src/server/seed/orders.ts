import type { Insertable } from 'kysely';
import { type FailReason, OrderState } from '../../contract/buying/orders';
import type { PaymentMethod } from '../../contract/buying/payment-methods';
import type { Tx } from '../db/database';
import { sales } from '../fulfilment/settle';
import type { FileStore } from '../kernel/file-store';
import { textColumns, textsOf } from '../kernel/texts';
import { systemAccount } from '../ledger/accounts';
import { split } from '../payments/parts';
import type { Tables } from '../schema/tables';
import type { PastMovement } from './books';
import { insertAll } from './bulk';
import { demo, democn } from './members';
import { demoProducts } from './products';
import { seedRemittance } from './voucher';

const hour = 3_600_000;

interface Made {
  member: string;
  product: string;
  quantity: number;
  way: PaymentMethod;
  state: OrderState;
  hoursAgo: number;
  reason?: FailReason;
  /** Index of the member's device order that it delivered, newest first. */
  device?: number;
  address?: object;
  shipment?: string;
}

const home = { username: 'Dana Demo', userphone: '+6591234567', address: '1 Marina View, Singapore' };

/** One order in every state, and a few more. */
const made: Made[] = [
  { member: demo, product: 'p-starter', quantity: 2, way: 'card', state: OrderState.waiting, hoursAgo: 1 },
  {
    member: demo,
    product: 'p-business',
    quantity: 1,
    way: 'usdt',
    state: OrderState.failed,
    hoursAgo: 20,
    reason: 'expired',
  },
  {
    member: demo,
    product: 'p-studio',
    quantity: 1,
    way: 'card',
    state: OrderState.successful,
    hoursAgo: 30,
    device: 0,
  },
  {
    member: demo,
    product: 'p-studio',
    quantity: 3,
    way: 'card',
    state: OrderState.failed,
    hoursAgo: 50,
    reason: 'canceled',
  },
  {
    member: demo,
    product: 'p-studio',
    quantity: 6,
    way: 'remittance',
    state: OrderState.successful,
    hoursAgo: 95,
    device: 1,
  },
  {
    member: demo,
    product: 'p-studio',
    quantity: 120,
    way: 'card',
    state: OrderState.successful,
    hoursAgo: 175,
    device: 2,
  },
  {
    member: demo,
    product: 'p-light',
    quantity: 1,
    way: 'card',
    state: OrderState.successful,
    hoursAgo: 260,
    address: home,
    shipment: 'SingPost RR123456789SG',
  },
  {
    member: demo,
    product: 'p-business',
    quantity: 2,
    way: 'remittance',
    state: OrderState.confirming,
    hoursAgo: 4,
  },
  {
    member: democn,
    product: 'p-starter',
    quantity: 1,
    way: 'alipay',
    state: OrderState.waiting,
    hoursAgo: 2,
  },
  {
    member: democn,
    product: 'p-studio',
    quantity: 3,
    way: 'wechat',
    state: OrderState.successful,
    hoursAgo: 90,
    device: 0,
  },
  {
    member: democn,
    product: 'p-stand',
    quantity: 1,
    way: 'card',
    state: OrderState.failed,
    hoursAgo: 200,
    reason: 'canceled',
  },
];

/** Writes the demo members' orders, and returns their payments. Unpaid orders wait for a day. */
export async function seedOrders(tx: Tx, files: FileStore, now: number): Promise<PastMovement[]> {
  const products = new Map(demoProducts(now).map((row) => [row.id, row]));
  const devices = await tx
    .selectFrom('device_order')
    .select(['member', 'serial_number'])
    .orderBy('ordered_at', 'desc')
    .orderBy('serial_number', 'desc')
    .execute();
  const orders: Insertable<Tables['purchase']>[] = [];
  const lines: Insertable<Tables['purchase_line']>[] = [];
  const parts: Insertable<Tables['payment_part']>[] = [];
  const movements: PastMovement[] = [];
  for (const [at, one] of made.entries()) {
    const product = products.get(one.product);
    if (!product) throw new Error(`there is no product ${one.product}`);
    const { category, price, days, daily_rent, tiers } = product;
    const { member, quantity, way, state } = one;
    const order_no = `C2026${String(at + 1).padStart(4, '0')}DEMO`;
    const createdAt = now - one.hoursAgo * hour;
    const amount = price * quantity;
    const tier = (JSON.parse(tiers) as { from: number; percent: number }[])
      .filter(({ from }) => from <= quantity)
      .at(-1);
    const discount = Math.floor((amount * (tier?.percent ?? 0)) / 100);
    const total = amount - discount;
    const paid = state === OrderState.successful;
    orders.push({
      order_no,
      member,
      request_key: `demo-${at}`,
      state,
      fail_reason: one.reason ?? null,
      way,
      currency: 'money',
      amount,
      discount,
      total,
      coupon: null,
      paid: paid ? total : 0,
      refunded: 0,
      address: one.address ? JSON.stringify(one.address) : null,
      shipment: one.shipment ?? null,
      created_at: new Date(createdAt),
      expires_at: new Date(createdAt + 24 * hour),
      paid_at: paid ? new Date(createdAt + hour / 20) : null,
      payment_no: paid ? `demo-payment-${at}` : null,
    });
    const own = devices.filter((device) => device.member === member);
    lines.push({
      member,
      order_no,
      position: 0,
      product: one.product,
      ...textColumns({ name: textsOf(product, 'name') }),
      quantity,
      amount,
      total,
      category,
      unit_price: price,
      quantity_discount: discount,
      member_discount: 0,
      coupon_discount: 0,
      days,
      daily_rent,
      renews: null,
      device: one.device === undefined ? null : (own[one.device]?.serial_number ?? null),
    });
    for (const [index, part] of split(total, way).entries())
      parts.push({ member, order_no, part: index + 1, amount: part, paid });
    if (paid)
      movements.push({
        id: `demo-order-${at}`,
        kind: 'order',
        asset: 'CNY',
        entries: [
          [systemAccount(way, 'CNY'), -total],
          [sales('CNY'), total],
        ],
        memo: `demo-payment-${at}`,
        ref: order_no,
        owner: member,
        at: createdAt + hour / 20,
      });
  }
  await insertAll(tx, 'purchase', orders);
  await insertAll(tx, 'purchase_line', lines);
  await insertAll(tx, 'payment_part', parts);
  for (const { order_no, member, total, state, created_at } of orders)
    if (state === OrderState.confirming)
      await seedRemittance(tx, files, { member, orderNo: order_no, amount: total }, created_at.getTime());
  return movements;
}
