import { dayOf } from '../kernel/dates';
import type { Gateway } from '../kernel/gateway';
import { rulesOn } from '../rules/rules';

const anyNeedsTwo = Number.POSITIVE_INFINITY;
/** A number may become so much larger or smaller by one person, as a part of what it was. */
const step = 0.2;
/** A coupon may take off so many percent of an order by one person. */
const percentByOne = 50;

const isMuch = (before: number, after: number) => Math.abs(after - before) > Math.abs(before) * step;

/** What one person may not do to a product alone: a price, or what a machine earns, by more than a fifth. */
export async function muchOfAPrice(
  { db }: Gateway,
  id: string,
  change: {
    price?: number | undefined;
    dailyRent?: number | undefined;
    points?: number | null | undefined;
    beans?: number | null | undefined;
  },
): Promise<number> {
  const product = await db.run
    .selectFrom('product')
    .select(['price', 'daily_rent', 'points', 'cloud_beans'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!product) return 0;
  const pairs: [before: number | null, after: number | null | undefined][] = [
    [product.price, change.price],
    [product.daily_rent || null, change.dailyRent],
    [product.points, change.points],
    [product.cloud_beans, change.beans],
  ];
  return pairs.some(
    ([before, after]) => before !== null && after !== null && after !== undefined && isMuch(before, after),
  )
    ? anyNeedsTwo
    : 0;
}

/**
 * What a coupon may cost in all, in fen: what it takes off as often as it may be used. One of more than half an order's price needs a
 * second person always; more uses of a coupon are worth what they take off.
 */
export async function muchOfACoupon(
  { db }: Gateway,
  code: string,
  coupon: {
    amount?: number | undefined;
    percent?: number | undefined;
    uses?: number | undefined;
    left?: number | undefined;
    minimum?: number | undefined;
  },
): Promise<number> {
  if (coupon.uses !== undefined)
    return (coupon.percent ?? 0) > percentByOne ? anyNeedsTwo : (coupon.amount ?? 0) * coupon.uses;
  const row = await db.run
    .selectFrom('coupon')
    .select(['kind', 'value', 'left_over', 'minimum'])
    .where('code', '=', code.toUpperCase())
    .executeTakeFirst();
  if (!row) return 0;
  const more = Math.max(0, (coupon.left ?? row.left_over) - row.left_over);
  const easier = coupon.minimum !== undefined && coupon.minimum < row.minimum ? row.left_over : 0;
  if (row.kind === 'percent') return (more || easier) && row.value > percentByOne ? anyNeedsTwo : 0;
  return row.value * (more + easier);
}

/** A rule by more than a fifth of what it is today. */
export async function muchOfARule(
  { db, now }: Gateway,
  rule: string,
  { value }: { value: number },
): Promise<number> {
  const today: Partial<Record<string, number>> = await rulesOn(db.run, dayOf(now()));
  const before = today[rule];
  return before !== undefined && isMuch(before, value) ? anyNeedsTwo : 0;
}
