import { type Insertable, type QueryCreator, sql } from 'kysely';
import { OrderState } from '../../contract/buying/orders';
import type { Quote } from '../../contract/buying/products';
import type { Tx } from '../db/database';
import { newSerialNumber } from '../devices/install';
import { paidInFull } from '../fulfilment/settle';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { newNumber } from '../kernel/numbers';
import { textColumns, textsOf } from '../kernel/texts';
import type { Line } from '../orders/lines';
import type { Purchase } from '../orders/own';
import type { OrderTables } from '../orders/tables';
import type { ProductRow } from '../products/rows';
import type { Tables } from '../schema/tables';

type NewOrder = Pick<
  Insertable<OrderTables['purchase']>,
  | 'request_key'
  | 'way'
  | 'currency'
  | 'amount'
  | 'discount'
  | 'total'
  | 'coupon'
  | 'address'
  | 'top_up'
  | 'phone'
>;

/** A new order. It waits for payment, unless the caller's transaction pays it. */
export function newOrder(
  { settings, member, now }: RequestContext,
  { request_key, top_up = false, phone = null, ...order }: NewOrder,
  { isPaid }: { isPaid: boolean },
): Purchase {
  const order_no = newNumber('C', now, 10);
  const ttl = order.way === 'remittance' ? settings.remittanceTtl : settings.orderTtl;
  return {
    ...order,
    coupon: order.coupon ?? null,
    address: order.address ?? null,
    order_no,
    member,
    request_key: request_key.toLowerCase(),
    fail_reason: null,
    refunded: 0,
    shipment: null,
    created_at: new Date(now),
    expires_at: new Date(now + ttl),
    top_up,
    phone,
    ...(isPaid
      ? paidInFull(order.total, order_no, now)
      : { state: OrderState.waiting, paid: 0, paid_at: null, payment_no: null }),
  };
}

/** The lines of a new order. Cloud phones of an order that is already paid get their device orders' numbers with them. */
export function linesOf(
  { member, now, settings: { taxRates } }: RequestContext,
  { order_no, state }: Purchase,
  { lines }: Quote,
  products: readonly ProductRow[],
): Line[] {
  const isPaid = state === OrderState.successful;
  const productOf = (id: string) => {
    const found = products.find((one) => one.id === id);
    if (!found) throw new Error(`${id} was priced and is gone`);
    return found;
  };
  return lines.map((line, position) => {
    const bought = productOf(line.productId);
    return {
      member,
      order_no,
      position,
      product: line.productId,
      ...textColumns({ name: textsOf(bought, 'name') }),
      category: line.category,
      quantity: line.quantity,
      unit_price: line.unitPrice,
      amount: line.amount,
      quantity_discount: line.quantityDiscount,
      member_discount: line.memberDiscount,
      coupon_discount: line.couponDiscount,
      total: line.total,
      days: bought.days,
      daily_rent: bought.daily_rent,
      renews: line.serialNumber ?? null,
      device: isPaid && line.category === 'machines' ? (line.serialNumber ?? newSerialNumber(now)) : null,
      tax_rates: JSON.stringify({ ...taxRates, ...JSON.parse(bought.tax_rates ?? '{}') }),
    };
  });
}

/** The insert of an order, unless another call has used its key for one. Then the order is this transaction's own, as if it were locked. */
const insertion = (run: QueryCreator<Tables>, order: Purchase) =>
  run
    .insertInto('purchase')
    .values(order)
    .onConflict((conflict) => conflict.constraint('purchase_member_request_key_key').doNothing());

/** Inserts an order without lines. */
export async function insertOrder(tx: Tx, order: Purchase): Promise<void> {
  const { numInsertedOrUpdatedRows: written } = await insertion(tx, order).executeTakeFirstOrThrow();
  if (!written) throw new DomainError('keyReused');
}

/** Inserts an order and its lines with one statement, whose text is the same for any number of lines. */
export async function insertWithLines(tx: Tx, order: Purchase, lines: readonly Line[]): Promise<void> {
  const [first] = lines;
  if (!first) throw new Error('an order has lines');
  const { member: _, ...others } = first;
  const columns = Object.keys(others) as (keyof typeof others)[];
  const rows = sql<Line>`jsonb_populate_recordset(null::purchase_line, ${JSON.stringify(lines)}::jsonb)`;
  const { numInsertedOrUpdatedRows: written } = await tx
    .with('placed', (run) => insertion(run, order).returning('order_no'))
    .insertInto('purchase_line')
    .columns(['member', ...columns])
    .expression((is) =>
      is
        .selectFrom(rows.as('l'))
        .select(sql<string>`${order.member}::text`.as('member'))
        .select(columns)
        .where((placed) => placed.exists(placed.selectFrom('placed').select('order_no'))),
    )
    .executeTakeFirstOrThrow();
  if (!written) throw new DomainError('keyReused');
}
