import type { Coupon, QuoteLine } from '../../contract/buying/products';
import { yuan } from '../../contract/wire/yuan';
import { couponRefused } from './coupons';

/** Whole percent of an amount, rounded down. */
export const percentOf = (amount: number, percent: number) => Math.floor((amount * percent) / 100);

export const sum = <T>(all: readonly T[], value: (one: T) => number) =>
  all.reduce((total, one) => total + value(one), 0);

/**
 * Distributes the coupon over the lines to which it applies, in proportion to their price; the last one takes the rounding difference. At
 * least one fen remains to be paid. Refused if it applies to none of the goods, or if their total is below its minimum.
 */
export function applyCoupon(lines: QuoteLine[], coupon: Coupon): QuoteLine[] {
  const eligible = lines.filter(
    ({ productId }) => !coupon.productIds || coupon.productIds.includes(productId),
  );
  const base = sum(eligible, ({ total }) => total);
  if (!eligible.length) throw couponRefused('couponOtherGoods');
  if (base < coupon.minimum) throw couponRefused('couponMinimum', { minimum: yuan(coupon.minimum) });
  const amount = coupon.kind === 'amount' ? Math.min(coupon.value, base) : percentOf(base, coupon.value);
  const discount = Math.min(amount, sum(lines, ({ total }) => total) - 1);
  let left = discount;
  const shares = new Map(
    eligible.map((line, at) => {
      const last = at === eligible.length - 1;
      const share = last ? left : Number((BigInt(discount) * BigInt(line.total)) / BigInt(base));
      left -= share;
      return [line, share];
    }),
  );
  return lines.map((line) => {
    const couponDiscount = shares.get(line) ?? 0;
    return { ...line, couponDiscount, total: line.total - couponDiscount };
  });
}
