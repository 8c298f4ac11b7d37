import type { RichNode } from '../../contract/rules/rich';
import { dayOf } from '../kernel/dates';
import type { Gateway } from '../kernel/gateway';
import { richText } from '../notices/rich';
import { couponRows } from '../products/rows';
import { rulesOn } from '../rules/rules';

const anyNeedsTwo = Number.POSITIVE_INFINITY;
/** The largest change of a number by one person, as a fraction of its old value. */
const step = 0.2;
/** The largest discount of a coupon by one person, in percent of an order. */
const percentByOne = 50;

const isMuch = (before: number, after: number) => Math.abs(after - before) > Math.abs(before) * step;

/** Changes of a product that need a second person: of a price, or of a machine's rent, by more than a fifth. */
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
 * The possible cost of a coupon, in fen: its discount times the number of uses. A coupon for more than half of an order's price always
 * needs a second person; additional uses count with their discount.
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
  const row = await couponRows(db.run).where('c.code', '=', code.toUpperCase()).executeTakeFirst();
  if (!row) return 0;
  const more = Math.max(0, (coupon.left ?? row.left_over) - row.left_over);
  const easier = coupon.minimum !== undefined && coupon.minimum < row.minimum ? row.left_over : 0;
  if (row.kind === 'percent') return (more || easier) && row.value > percentByOne ? anyNeedsTwo : 0;
  return row.value * (more + easier);
}

/** Changes of a rule by more than a fifth of its current value. */
export async function muchOfARule(
  { db, now }: Gateway,
  rule: string,
  { value }: { value: number },
): Promise<number> {
  const today: Partial<Record<string, number>> = await rulesOn(db.run, dayOf(now()));
  const before = today[rule];
  return before !== undefined && isMuch(before, value) ? anyNeedsTwo : 0;
}

const linksOf = (nodes: readonly RichNode[]): string[] =>
  nodes.flatMap((node) =>
    typeof node === 'string' ? [] : [...(node[2] ? [node[2]] : []), ...linksOf(node[1])],
  );

/** A notice for more than one member with a link to a site that is neither ours nor opened inside the app. */
export async function leadsElsewhere(
  { settings: { publicUrl, webViewOrigins } }: Gateway,
  _: string,
  { to, texts = {} }: { to?: string | undefined; texts?: Record<string, { html: string } | undefined> },
): Promise<number> {
  const known = [new URL(publicUrl).origin, ...webViewOrigins];
  const links = Object.values(texts).flatMap((text) => linksOf(richText(text?.html ?? '')));
  const isElsewhere = (href: string) => href[0] !== '#' && !known.includes(new URL(href).origin);
  return to === undefined && links.some(isElsewhere) ? anyNeedsTwo : 0;
}
