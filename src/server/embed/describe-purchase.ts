import * as orders from '../../contract/buying/orders';
import { aboutMethod, type HeldMethod } from '../../contract/buying/payment-methods';
import type { Item } from '../../contract/buying/products';
import { yuan } from '../../contract/wire/yuan';
import { orderView } from '../checkout/view-order';
import type { RequestContext } from '../kernel/context';
import { type Locale, type MessageName, translate } from '../kernel/messages';
import { methodName } from '../orders/method-names';
import { ownPurchase } from '../orders/own';
import { priceOf } from '../pricing/price';
import type { ChallengeDescription } from './describe-challenge';

/** The input of calls that pay from the member's balances. */
export interface PurchaseData {
  items: Item[];
  couponCode?: string;
  orderNo: string;
}

/** The payment method of each call that pays at once. */
const heldBy = new Map<string, HeldMethod>([
  [orders.addByMoney.path, 'balance'],
  [orders.addByIntegral.path, 'points'],
  [orders.addByCloudBeans.path, 'cloudBeans'],
]);

/** The effect of a call that buys or pays, at current prices; undefined for other calls. */
export async function describePurchase(
  call: string,
  data: PurchaseData,
  ctx: RequestContext,
): Promise<ChallengeDescription | undefined> {
  const method = heldBy.get(call);
  if (method) return purchase(data, ctx, method);
  if (call === orders.changeMethod.path) return payment(data.orderNo, ctx);
  return;
}

const goods = (lines: { name: string; quantity: number }[]): string =>
  lines.map(({ name, quantity }) => `${name} × ${quantity}`).join(', ');

/** A purchase that is paid at once, at current prices. */
async function purchase(
  data: PurchaseData,
  ctx: RequestContext,
  method: HeldMethod,
): Promise<ChallengeDescription> {
  const { currency } = aboutMethod(method);
  const { lines, total } = await priceOf(ctx.db.run, ctx, { ...data, currency });
  return paid(ctx.locale, method, total, [['secureGoods', goods(lines)]]);
}

/** The payment of the remaining amount of an order. */
async function payment(orderNo: string, ctx: RequestContext): Promise<ChallengeDescription> {
  const { db, locale, member } = ctx;
  const order = await orderView(db.run, await ownPurchase(db.run, member, orderNo), locale);
  return paid(locale, 'balance', order.total - order.paidAmount, [
    ['secureGoods', goods(order.lines)],
    ['secureOrder', orderNo],
  ]);
}

function paid(
  locale: Locale,
  method: HeldMethod,
  sum: number,
  about: [label: MessageName, value: string][],
): ChallengeDescription {
  const word = (name: MessageName) => translate(locale, name);
  const held = methodName(locale, method);
  const amount = method === 'balance' ? yuan(sum) : `${sum} ${held}`;
  return {
    title: word('securePay'),
    button: translate(locale, 'securePayNow', { amount }),
    lines: [
      [word('secureAmount'), amount],
      [word('secureFrom'), held],
      ...about.map(([label, value]): [string, string] => [word(label), value]),
    ],
  };
}
