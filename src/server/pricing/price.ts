import type { Currency, Item, Product, Quote, QuoteLine } from '../../contract/buying/products';
import type { Executor } from '../db/database';
import { renewableMachines } from '../devices/install';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { isMember } from '../orders/memberships';
import { type ProductRow, product, productRows } from '../products/rows';
import { findCoupon } from './coupons';
import { applyCoupon, percentOf, sum } from './discounts';

export interface Basket {
  items: readonly (Omit<Item, 'serialNumber'> & { serialNumber?: string | undefined })[];
  couponCode?: string | undefined;
  currency?: Currency | undefined;
}

type Asking = Pick<RequestContext, 'member' | 'locale' | 'now' | 'settings'>;

const wrongItems = (key: 'productMissing' | 'notForCurrency' | 'renewalMismatch') =>
  new DomainError(key, {}, { problems: { items: { rule: 'wrong' } } });
export const tooMany = (limit: number) =>
  new DomainError('stockExceeded', { stock: limit }, { problems: { items: { rule: 'max', limit } } });

/**
 * The price of a basket, line by line: unit price, less the tier of its quantity, less an active membership (machines only), less the
 * coupon. Prices in points and beans have no discounts. Refusals: see `txProd/quote`.
 */
export const priceOf = async (run: Executor, asking: Asking, basket: Basket): Promise<Quote> =>
  (await priceWithProducts(run, asking, basket)).quote;

/** The price, and the products that are in the basket. `member`: whether the membership runs, for a caller that has read it. */
export async function priceWithProducts(
  run: Executor,
  asking: Asking,
  basket: Basket,
  member?: boolean,
): Promise<{ quote: Quote; products: ProductRow[] }> {
  const { currency = 'money' } = basket;
  const items = merged(basket.items);
  const products = await onSale(run, items);
  const views = new Map(products.map((row) => [row.id, product(row, asking.locale)]));
  const productOf = (id: string): Product => views.get(id) ?? missing();
  for (const { productId, quantity } of stockNeeded(items)) {
    const { stock, limit } = productOf(productId);
    if (quantity > Math.min(stock, limit)) throw tooMany(Math.min(stock, limit));
  }
  for (const item of items)
    if (item.serialNumber)
      await assertRenewable(
        run,
        asking.member,
        { ...item, serialNumber: item.serialNumber },
        productOf(item.productId),
      );
  const percent =
    currency === 'money' && (member ?? (await isMember(run, asking.member, asking.now)))
      ? asking.settings.membershipDiscount
      : 0;
  const priced = items.map((item) => lineOf(item, productOf(item.productId), currency, percent));
  const coupon =
    basket.couponCode && currency === 'money'
      ? await findCoupon(run, basket.couponCode, asking.member, asking.locale, asking.now)
      : undefined;
  const lines = coupon ? applyCoupon(priced, coupon) : priced;
  const amount = sum(lines, (line) => line.amount);
  const total = sum(lines, (line) => line.total);
  const quote = {
    currency,
    lines,
    amount,
    discount: amount - total,
    total,
    ...(coupon && { coupon }),
    needsAddress: lines.some(({ category }) => category === 'goods'),
  };
  return { quote, products };
}

/** Merges lines of the same product; every renewal is a separate line. */
function merged(items: Basket['items']): Item[] {
  const all = new Map<string, Item>();
  for (const { productId, quantity, serialNumber } of items) {
    const key = JSON.stringify([productId, serialNumber]);
    const before = all.get(key);
    if (before && serialNumber) throw wrongItems('renewalMismatch');
    all.set(key, {
      productId,
      quantity: quantity + (before?.quantity ?? 0),
      ...(serialNumber && { serialNumber }),
    });
  }
  return [...all.values()];
}

/** The stock that an order needs, by product in the order of ids. Renewed machines need none. */
export function stockNeeded(items: readonly Item[]): { productId: string; quantity: number }[] {
  const all = new Map<string, number>();
  for (const { productId, quantity, serialNumber } of items)
    if (!serialNumber) all.set(productId, quantity + (all.get(productId) ?? 0));
  return [...all]
    .map(([productId, quantity]) => ({ productId, quantity }))
    .sort((a, b) => (a.productId < b.productId ? -1 : 1));
}

function missing(): never {
  throw wrongItems('productMissing');
}

async function onSale(run: Executor, items: readonly Item[]): Promise<ProductRow[]> {
  const ids = [...new Set(items.map(({ productId }) => productId))];
  const rows = await productRows(run).where('id', 'in', ids).where('on_sale', '=', true).execute();
  if (rows.length < ids.length) missing();
  return rows;
}

async function assertRenewable(
  run: Executor,
  member: string,
  { serialNumber, quantity }: Item & { serialNumber: string },
  { category }: Product,
) {
  const machines = await renewableMachines(run, member, serialNumber);
  if (!machines) throw new DomainError('deviceMissing');
  if (category !== 'machines' || machines !== quantity) throw wrongItems('renewalMismatch');
}

function lineOf(item: Item, sold: Product, currency: Currency, percent: number): QuoteLine {
  const unitPrice = currency === 'money' ? sold.price : sold[currency];
  if (unitPrice === undefined) throw wrongItems('notForCurrency');
  const { category, name, picture } = sold;
  const amount = unitPrice * item.quantity;
  const tier = sold.tiers.filter(({ from }) => from <= item.quantity).at(-1);
  const quantityDiscount = currency === 'money' ? percentOf(amount, tier?.percent ?? 0) : 0;
  const memberDiscount = category === 'machines' ? percentOf(amount - quantityDiscount, percent) : 0;
  const total = amount - quantityDiscount - memberDiscount;
  return {
    ...item,
    name,
    picture,
    category,
    unitPrice,
    amount,
    quantityDiscount,
    memberDiscount,
    couponDiscount: 0,
    total,
  };
}
