import { type Insertable, sql } from 'kysely';
import type { Ordered } from '../../contract/buying/orders';
import { OrderState } from '../../contract/buying/orders';
import { aboutMethod, isHeld, type PaymentMethod } from '../../contract/buying/payment-methods';
import { onlineLimit } from '../../contract/buying/payments';
import type { Quote } from '../../contract/buying/products';
import type { Call } from '../../contract/wire/call';
import { yuan } from '../../contract/wire/yuan';
import { assertNotFrozen } from '../accruals/freeze';
import { findAddress, onOrder } from '../addresses/view';
import { invalid } from '../auth/invalid';
import { me } from '../auth/members';
import type { Tx } from '../db/database';
import { sales } from '../fulfilment/settle';
import { takeStock } from '../fulfilment/stock';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { newNumber } from '../kernel/numbers';
import { textColumns, textsOf } from '../kernel/texts';
import { memberAccount } from '../ledger/accounts';
import { postMovement } from '../ledger/post';
import { lockOwn } from '../orders/own';
import type { OrderTables } from '../orders/tables';
import { assertPayProof } from '../pay-password/proof';
import { assertOffered } from '../payments/methods';
import { writeParts } from '../payments/parts';
import { redeemCoupon } from '../pricing/coupons';
import { type Basket, priceOf } from '../pricing/price';
import { completeOrder } from './end-order';

interface OrderInput extends Basket {
  /** Proof of the payment password; required when the balance pays. */
  proof?: string | undefined;
  shownTotal: number;
  address?: object | undefined;
  addressId?: string | undefined;
  requestKey: string;
}

/** Unpaid orders that a member may have at once, because each reserves goods. */
const mostWaiting = 10;
/** Their maximum total in fen. */
const mostWaitingFor = 4 * onlineLimit;
/**
 * How much of one product they may reserve together: a number of pieces, or a fraction of the unreserved stock. Fewer pieces while the
 * unpaid orders are worth more than the member has paid before.
 */
const mostHeld = { pieces: 20, unproven: 5, part: 0.25 };
/** Goods in fen that any member may reserve, and as a multiple of what they have paid before. */
const mostReserved = { atLeast: 2 * onlineLimit, timesPaid: 2 };

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
      const member = await me(tx, ctx);
      assertOffered(ctx.settings, member.country, ctx.appid, method);
      const { currency } = aboutMethod(method);
      if (currency !== 'money') await assertNotFrozen(tx, member.id, ctx.now);
      const quote = await priceOf(tx, ctx, { ...input, currency });
      if (quote.total !== input.shownTotal) throw new DomainError('priceChanged', {}, { body: { quote } });
      const address = quote.needsAddress ? await sentTo(tx, ctx, input) : undefined;
      const atOnce = isHeld(method);
      if (method === 'balance') await assertPayProof(tx, ctx, input.proof, quote.total);
      if (!atOnce) await assertFewWaiting(tx, member.id, quote);
      await takeStock(tx, quote.lines);
      const orderNo = await insertOrder(tx, ctx, {
        request_key: input.requestKey,
        way: method,
        currency: quote.currency,
        amount: quote.amount,
        discount: quote.discount,
        total: quote.total,
        coupon: quote.coupon?.couponCode ?? null,
        address: address ? JSON.stringify(address) : null,
      });
      await writeLines(tx, orderNo, quote);
      if (quote.coupon) await redeemCoupon(tx, quote.coupon.couponCode, member.id, orderNo, ctx.now);
      if (atOnce) await payAtOnce(tx, ctx, orderNo, quote, method);
      else await writeParts(tx, orderNo, quote.total, method);
      await after?.(tx, orderNo, quote.total);
      return { orderNo, state: atOnce ? OrderState.successful : OrderState.waiting, total: quote.total };
    }),
  );
}

/**
 * Limits unpaid orders, so that nobody can reserve goods by ordering without paying: in number, value and pieces, by what the member has
 * paid before. A member who has paid as much may place a single order of any size. The member is locked first, so that concurrent orders
 * are counted one after the other. Members who want
 * more top up the balance, which reserves nothing, and pay with it.
 */
export async function assertFewWaiting(
  tx: Tx,
  member: string,
  { total, lines }: Pick<Quote, 'total' | 'lines'>,
): Promise<void> {
  await tx.selectFrom('member').select('id').where('id', '=', member).forUpdate().execute();
  const orders = await waitingOrders(tx, member);
  const sum = orders.reduce((all, one) => all + one.total, total);
  if (orders.length && (orders.length >= mostWaiting || sum > mostWaitingFor))
    throw new DomainError('tooManyWaiting');
  if (!lines.length) return;
  const reserving = orders.filter(({ goods }) => goods);
  const worth = reserving.reduce((all, one) => all + one.total, total);
  const paid = await paidBefore(tx, member);
  if (worth > Math.max(mostReserved.atLeast, mostReserved.timesPaid * paid)) throw tooMuch(paid);
  if (!reserving.length && worth <= paid) return;
  const most = worth <= paid ? mostHeld.pieces : mostHeld.unproven;
  for (const { id, stock, pieces } of await heldOf(tx, reserving, lines)) {
    const more = lines.reduce((all, line) => all + (line.productId === id ? line.quantity : 0), 0);
    if (pieces + more > Math.max(most, mostHeld.part * (stock + pieces))) throw tooMuch(paid);
  }
}

const tooMuch = (paid: number) =>
  new DomainError('tooMuchReserved', {
    most: yuan(Math.max(mostReserved.atLeast, mostReserved.timesPaid * paid)),
  });

/** The member's unpaid orders, and whether they reserve goods. */
const waitingOrders = (tx: Tx, member: string) =>
  tx
    .selectFrom('purchase as p')
    .where('member', '=', member)
    .where('state', '=', OrderState.waiting)
    .select((is) => [
      'order_no',
      'total',
      is
        .exists(
          is.selectFrom('purchase_line as l').select('l.order_no').whereRef('l.order_no', '=', 'p.order_no'),
        )
        .as('goods'),
    ])
    .execute();

/** Fen that the member has paid for goods, less what was refunded; top-ups can be withdrawn again. */
async function paidBefore(tx: Tx, member: string): Promise<number> {
  const { paid } = await tx
    .selectFrom('purchase')
    .where('member', '=', member)
    .where('currency', '=', 'money')
    .where('top_up', '=', false)
    .select(sql<number>`coalesce(sum(paid - refunded), 0)`.as('paid'))
    .executeTakeFirstOrThrow();
  return Number(paid);
}

/** The unreserved stock of each product in `lines`, and the pieces that `orders` reserve of it. */
async function heldOf(tx: Tx, orders: readonly { order_no: string }[], lines: Quote['lines']) {
  const numbers = orders.map((one) => one.order_no);
  const rows = await tx
    .selectFrom('product')
    .where(
      'id',
      'in',
      lines.map(({ productId }) => productId),
    )
    .select((is) => [
      'id',
      'stock',
      is
        .selectFrom('purchase_line')
        .select((sum) => sum.fn.sum<number | null>('quantity').as('pieces'))
        .whereRef('product', '=', 'product.id')
        .where('order_no', 'in', numbers.length ? numbers : [''])
        .as('pieces'),
    ])
    .execute();
  return rows.map(({ id, stock, pieces }) => ({ id, stock, pieces: Number(pieces) }));
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

/** Inserts an order that waits for payment, without lines; returns its number. */
export async function insertOrder(tx: Tx, ctx: RequestContext, order: NewOrder): Promise<string> {
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
      state: OrderState.waiting,
      fail_reason: null,
      paid: 0,
      refunded: 0,
      shipment: null,
      created_at: new Date(now),
      expires_at: new Date(now + ttl),
      paid_at: null,
      payment_no: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  // Another call has used this key for an order.
  if (!written.numInsertedOrUpdatedRows) throw new DomainError('keyReused');
  return orderNo;
}

async function writeLines(tx: Tx, orderNo: string, { lines }: Quote): Promise<void> {
  const ids = [...new Set(lines.map(({ productId }) => productId))];
  const products = await tx.selectFrom('product').selectAll().where('id', 'in', ids).execute();
  const productOf = (id: string) => {
    const found = products.find((one) => one.id === id);
    if (!found) throw new Error(`${id} was priced and is gone`);
    return found;
  };
  const rows = lines.map((line, position) => {
    const bought = productOf(line.productId);
    return {
      order_no: orderNo,
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
      device: null,
    };
  });
  await tx.insertInto('purchase_line').values(rows).execute();
}

/** Pays with balance, points or beans in the transaction that creates the order: it is paid, or it does not exist. */
async function payAtOnce(
  tx: Tx,
  { member, now }: RequestContext,
  orderNo: string,
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
      ref: orderNo,
    },
    now,
  );
  await completeOrder(tx, await lockOwn(tx, { member }, orderNo), orderNo, now);
}
