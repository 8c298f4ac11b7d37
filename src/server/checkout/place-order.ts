import type { Ordered } from '../../contract/buying/orders';
import { OrderState } from '../../contract/buying/orders';
import { aboutMethod, isHeld, type PaymentMethod } from '../../contract/buying/payment-methods';
import type { Quote } from '../../contract/buying/products';
import type { Call } from '../../contract/wire/call';
import { assertNotFrozen } from '../accruals/freeze';
import { findAddress, onOrder } from '../addresses/view';
import { invalid } from '../auth/invalid';
import type { Tx } from '../db/database';
import { sales } from '../fulfilment/settle';
import { takeStock } from '../fulfilment/stock';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { memberAccount } from '../ledger/accounts';
import { postMovement } from '../ledger/post';
import type { Line } from '../orders/lines';
import type { Purchase } from '../orders/own';
import { assertRestEnded } from '../pay-password/money-rest';
import { assertPayProof } from '../pay-password/proof';
import { assertOffered } from '../payments/methods';
import { writeParts } from '../payments/parts';
import { redeemCoupon } from '../pricing/coupons';
import { type Basket, priceWithProducts } from '../pricing/price';
import { buyerOf } from './buyer';
import { deliverOrder } from './end-order';
import { insertWithLines, linesOf, newOrder } from './insert-order';
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
      const order = newOrder(
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
      const lines = linesOf(ctx, order, quote, products);
      await insertWithLines(tx, order, lines);
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
