import type { Insertable } from 'kysely';
import type { Ordered } from '../../contract/buying/orders';
import { OrderState } from '../../contract/buying/orders';
import { aboutMethod, isHeld, type PaymentMethod } from '../../contract/buying/payment-methods';
import type { Quote } from '../../contract/buying/products';
import type { Call } from '../../contract/wire/call';
import { assertNotFrozen } from '../accruals/freeze';
import { findAddress, onOrder } from '../addresses/view';
import { invalid } from '../auth/invalid';
import type { Tx } from '../db/database';
import { newSerialNumber } from '../devices/install';
import { paidInFull, sales } from '../fulfilment/settle';
import { takeStock } from '../fulfilment/stock';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { newNumber } from '../kernel/numbers';
import { textColumns, textsOf } from '../kernel/texts';
import { memberAccount } from '../ledger/accounts';
import { postMovement } from '../ledger/post';
import type { Line } from '../orders/lines';
import type { Purchase } from '../orders/own';
import type { OrderTables } from '../orders/tables';
import { assertRestEnded } from '../pay-password/money-rest';
import { assertPayProof } from '../pay-password/proof';
import { assertOffered } from '../payments/methods';
import { writeParts } from '../payments/parts';
import { redeemCoupon } from '../pricing/coupons';
import { type Basket, priceWithProducts } from '../pricing/price';
import type { ProductRow } from '../products/rows';
import { buyerOf } from './buyer';
import { deliverOrder } from './end-order';
import { assertFewWaiting } from './waiting-orders';

interface OrderInput extends Basket {
  /** Proof of the payment password; required when the balance pays. */
  proof?: string | undefined;
  shownTotal: number;
  address?: object | undefined;
  addressId?: string | undefined;
  requestKey: string;
}

/**
 * Places an order for a basket, once per request key. The server calculates the price; if the member was shown another one, nothing is
 * bought. `after` adds what the payment method needs, in the same transaction.
 */
export function placeOrder(
  ctx: RequestContext,
  call: Pick<Call, 'path'>,
  input: OrderInput,
  method: PaymentMethod,
  after?: (tx: Tx, orderNo: string, total: number) => Promise<void>,
): Promise<Ordered> {
  return ctx.db.tx((tx) =>
    idempotent(tx, ctx, call, input, async () => {
      const { member } = ctx;
      const { country, isMember, restsUntil } = await buyerOf(tx, ctx);
      assertOffered(ctx.settings, country, ctx.appid, method);
      const { currency } = aboutMethod(method);
      if (currency !== 'money') await assertNotFrozen(tx, member, ctx.now);
      const { quote, products } = await priceWithProducts(tx, ctx, { ...input, currency }, isMember);
      if (quote.total !== input.shownTotal) throw new DomainError('priceChanged', {}, { body: { quote } });
      const address = quote.needsAddress ? await sentTo(tx, ctx, input) : undefined;
      const atOnce = isHeld(method);
      if (method === 'balance') {
        await assertPayProof(tx, ctx, input.proof, quote.total);
        await assertRestEnded(tx, ctx, restsUntil);
      }
      if (!atOnce) await assertFewWaiting(tx, member, quote);
      const order = await insertOrder(
        tx,
        ctx,
        {
          request_key: input.requestKey,
          way: method,
          currency: quote.currency,
          amount: quote.amount,
          discount: quote.discount,
          total: quote.total,
          coupon: quote.coupon?.couponCode ?? null,
          address: address ? JSON.stringify(address) : null,
        },
        { isPaid: atOnce },
      );
      const { order_no: orderNo } = order;
      const lines = await writeLines(tx, ctx, order, quote, products);
      if (atOnce) await payAtOnce(tx, ctx, { order, lines }, quote, method);
      else await writeParts(tx, { orderNo, member }, quote.total, method);
      await after?.(tx, orderNo, quote.total);
      if (quote.coupon) await redeemCoupon(tx, quote.coupon.couponCode, member, orderNo, ctx.now);
      await takeStock(tx, quote.lines, atOnce);
      return { orderNo, state: atOnce ? OrderState.successful : OrderState.waiting, total: quote.total };
    }),
  );
}

/** The delivery address: as typed, or one of the member's addresses in its current form. Refused without either. */
async function sentTo(
  tx: Tx,
  { member }: RequestContext,
  { address, addressId }: OrderInput,
): Promise<object> {
  if (addressId !== undefined) {
    const own = await findAddress(tx, member, addressId);
    if (!own) throw invalid('addressId', 'wrong');
    return onOrder(own);
  }
  if (address) return address;
  throw new DomainError('addressNeeded', {}, { problems: { address: { rule: 'required' } } });
}

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

/**
 * Inserts an order without lines. It waits for payment, unless the caller's transaction pays it. It is this transaction's own, as if it were locked.
 */
export async function insertOrder(
  tx: Tx,
  ctx: RequestContext,
  order: NewOrder,
  { isPaid }: { isPaid: boolean },
): Promise<Purchase> {
  const { settings, member, now } = ctx;
  const orderNo = newNumber('C', now, 10);
  const ttl = order.way === 'remittance' ? settings.remittanceTtl : settings.orderTtl;
  const written = await tx
    .insertInto('purchase')
    .values({
      ...order,
      order_no: orderNo,
      member,
      request_key: order.request_key.toLowerCase(),
      fail_reason: null,
      refunded: 0,
      shipment: null,
      created_at: new Date(now),
      expires_at: new Date(now + ttl),
      ...(isPaid
        ? paidInFull(order.total, orderNo, now)
        : { state: OrderState.waiting, paid: 0, paid_at: null, payment_no: null }),
    })
    .onConflict((conflict) => conflict.constraint('purchase_member_request_key_key').doNothing())
    .returningAll()
    .executeTakeFirst();
  // Another call has used this key for an order.
  if (!written) throw new DomainError('keyReused');
  return written;
}

/** Cloud phones of an order that is already paid get their device orders' numbers with the lines. */
async function writeLines(
  tx: Tx,
  { member, now, settings: { taxRates } }: RequestContext,
  { order_no, state }: Purchase,
  { lines }: Quote,
  products: readonly ProductRow[],
): Promise<Line[]> {
  const isPaid = state === OrderState.successful;
  const productOf = (id: string) => {
    const found = products.find((one) => one.id === id);
    if (!found) throw new Error(`${id} was priced and is gone`);
    return found;
  };
  const rows = lines.map((line, position) => {
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
  const written = await tx.insertInto('purchase_line').values(rows).returningAll().execute();
  return written.sort((a, b) => a.position - b.position);
}

/** Pays with balance, points or beans in the transaction that creates the order: it is paid, or it does not exist. */
async function payAtOnce(
  tx: Tx,
  { member, now }: RequestContext,
  { order, lines }: { order: Purchase; lines: Line[] },
  { total, currency }: Quote,
  method: PaymentMethod,
) {
  const kind = currency === 'money' ? 'balance' : currency;
  const asset = currency === 'money' ? 'CNY' : currency;
  await postMovement(
    tx,
    {
      kind: 'order',
      asset,
      entries: [
        [memberAccount(member, kind), -total],
        [sales(asset), total],
      ],
      memo: method,
      ref: order.order_no,
    },
    now,
  );
  await deliverOrder(tx, order, now, lines);
}
