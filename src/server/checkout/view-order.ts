import type { Selectable } from 'kysely';
import type { Order, OrderLine, OrderSummary, Part } from '../../contract/buying/orders';
import { OrderState } from '../../contract/buying/orders';
import { isOnline } from '../../contract/buying/payment-methods';
import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { Locale } from '../kernel/messages';
import { textOf } from '../kernel/texts';
import type { Purchase } from '../orders/own';
import { refundRequestOf } from '../orders/refund-requests';
import type { PurchaseLineTable } from '../orders/tables';
import { pictureOf } from '../pictures/artwork/pictures';
import { refundsOf } from './refunds/view';

type Line = Selectable<PurchaseLineTable> & { picture: string | null };

/** Lines as they were bought, with the current pictures of their products. */
const lines = (run: Executor) =>
  run
    .selectFrom('purchase_line as l')
    .leftJoin('product as p', 'p.id', 'l.product')
    .selectAll('l')
    .select('p.picture');

const line = (row: Line, locale: Locale): OrderLine => ({
  productId: row.product,
  name: textOf(row, 'name', locale),
  picture: pictureOf(row),
  category: row.category,
  quantity: row.quantity,
  unitPrice: row.unit_price,
  amount: row.amount,
  quantityDiscount: row.quantity_discount,
  memberDiscount: row.member_discount,
  couponDiscount: row.coupon_discount,
  total: row.total,
  ...(row.renews && { serialNumber: row.renews }),
  ...(row.device && { device: row.device }),
});

const hasMachines = (lines: readonly Line[]) => lines.some(({ category }) => category === 'machines');

const contractState = (order: Purchase, lines: readonly Line[], signed: boolean): Order['contract'] => {
  if (order.state !== OrderState.successful || !hasMachines(lines)) return 'none';
  return signed ? 'signed' : 'unsigned';
};

const waits = (order: Purchase) =>
  order.state === OrderState.waiting ? { expiresAt: order.expires_at.toISOString() } : undefined;
const failed = (order: Purchase) => order.fail_reason && { failReason: order.fail_reason };

/** One order with all its details. */
export async function orderView(run: Executor, order: Purchase, locale: Locale): Promise<Order> {
  const { order_no, member } = order;
  const own = await lines(run)
    .where('l.member', '=', member)
    .where('l.order_no', '=', order_no)
    .orderBy('l.position')
    .execute();
  const signature = await run
    .selectFrom('signature')
    .select('signed_at')
    .where('member', '=', member)
    .where('order_no', '=', order_no)
    .executeTakeFirst();
  const remittance = await run
    .selectFrom('remittance')
    .select(['state', 'reason'])
    .where('member', '=', member)
    .where('order_no', '=', order_no)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const refund = await refundRequestOf(run, order);
  return {
    orderNo: order_no,
    state: order.state,
    ...failed(order),
    way: order.way,
    currency: order.currency,
    lines: own.map((one) => line(one, locale)),
    amount: order.amount,
    discount: order.discount,
    total: order.total,
    ...(order.coupon && { couponCode: order.coupon }),
    paidAmount: order.paid,
    refunded: order.refunded,
    ...(order.refunded > 0 && { refunds: await refundsOf(run, order) }),
    parts: isOnline(order.way) ? await partsOf(run, order) : [],
    createdAt: order.created_at.toISOString(),
    ...waits(order),
    ...(order.paid_at && { paidAt: order.paid_at.toISOString() }),
    ...(order.payment_no && { paymentNo: order.payment_no }),
    contract: contractState(order, own, !!signature),
    ...(signature && { signedAt: signature.signed_at.toISOString() }),
    ...(order.address && { address: JSON.parse(order.address) }),
    ...(order.top_up && { topUp: true as const }),
    ...(refund && {
      refundRequest: {
        state: refund.state,
        reason: refund.reason,
        ...(refund.answer && { answer: refund.answer }),
        at: refund.at.toISOString(),
      },
    }),
    ...(order.shipment && { shipment: order.shipment }),
    ...(remittance && {
      remittance: { state: remittance.state, ...(remittance.reason && { reason: remittance.reason }) },
    }),
  };
}

/** An order of any member, with the member's id. Refused if it does not exist. */
export async function orderForDesk(run: Executor, orderNo: string): Promise<Order & { member: string }> {
  const order = await run
    .selectFrom('purchase as p')
    .innerJoin('member as m', 'm.id', 'p.member')
    .selectAll('p')
    .select('m.username')
    .where('p.order_no', '=', orderNo)
    .executeTakeFirst();
  if (!order) throw new DomainError('orderMissing');
  return { member: order.username, ...(await orderView(run, order, 'en')) };
}

async function partsOf(run: Executor, { member, order_no, state }: Purchase): Promise<Part[]> {
  const parts = await run
    .selectFrom('payment_part')
    .selectAll()
    .where('member', '=', member)
    .where('order_no', '=', order_no)
    .orderBy('part')
    .execute();
  return parts.map(({ part, amount, paid }) => ({
    part,
    amount,
    state: paid ? OrderState.successful : state,
  }));
}

/** Summaries of some orders for the list, in the given order. */
export async function summaries(
  run: Executor,
  orders: readonly Purchase[],
  locale: Locale,
): Promise<OrderSummary[]> {
  if (!orders.length) return [];
  const numbers = orders.map(({ order_no }) => order_no);
  const members = [...new Set(orders.map(({ member }) => member))];
  const all = await lines(run)
    .where('l.member', 'in', members)
    .where('l.order_no', 'in', numbers)
    .orderBy('l.position')
    .execute();
  const signed = await run
    .selectFrom('signature')
    .select('order_no')
    .where('member', 'in', members)
    .where('order_no', 'in', numbers)
    .execute();
  return orders.map((order) => {
    const own = all.filter(({ order_no }) => order_no === order.order_no);
    const isSigned = signed.some(({ order_no }) => order_no === order.order_no);
    return {
      orderNo: order.order_no,
      state: order.state,
      ...failed(order),
      way: order.way,
      currency: order.currency,
      total: order.total,
      paidAmount: order.paid,
      refunded: order.refunded,
      createdAt: order.created_at.toISOString(),
      ...waits(order),
      contract: contractState(order, own, isSigned),
      lines: own.map((row) => ({
        productId: row.product,
        name: textOf(row, 'name', locale),
        picture: pictureOf(row),
        quantity: row.quantity,
      })),
    };
  });
}
