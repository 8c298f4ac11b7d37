import type { Coupon, QuoteLine } from '../../contract/buying/products';
import { yuan } from '../../contract/wire/yuan';
import { couponRefused } from './coupons';

/** Whole percent of an amount, rounded down. */
export const percentOf = (amount: number, percent: number) => Math.floor((amount * percent) / 100);

export const sum = <T>(all: readonly T[], value: (one: T) => number) =>
  all.reduce((total, one) => total + value(one), 0);

/**
 * Spreads the coupon over the lines that it is for, by what each costs; the last one takes what rounding leaves. At least
 * one fen stays to be paid. Refused when it is for other goods, or these come to less than its minimum.
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
