import * as calls from '../../contract/buying/products';
import * as rules from '../../contract/buying/products.rules';
import type { CallGroup } from '../kernel/call-group';
import { refusalOf } from '../kernel/domain-error';
import { listProductsHandlers } from '../products/list-products';
import { findCoupon, ownCoupons } from './coupons';
import { applyCoupon, sum } from './discounts';
import { priceOf } from './price';

/** The total of lines with a coupon; undefined if it does not apply to them. */
function totalWith(lines: calls.QuoteLine[], coupon: calls.Coupon): number | undefined {
  try {
    return sum(applyCoupon(lines, coupon), ({ total }) => total);
  } catch (error) {
    refusalOf(error);
    return;
  }
}

export const productCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    ...listProductsHandlers,

    async getCoupon({ couponCode, items }, ctx) {
      const { db, member, locale, now } = ctx;
      const coupon = await findCoupon(db.run, couponCode, member, locale, now);
      if (items) applyCoupon((await priceOf(db.run, ctx, { items })).lines, coupon);
      return coupon;
    },

    async listCoupons({ items }, ctx) {
      const { db, member, locale, now } = ctx;
      const own = await ownCoupons(db.run, member, locale, now);
      if (!items || !own.length) return { items: own };
      const { lines, total: before } = await priceOf(db.run, ctx, { items });
      const applying = own.flatMap((coupon) => {
        const total = totalWith(lines, coupon);
        return total === undefined ? [] : [{ ...coupon, discount: before - total, total }];
      });
      return { items: applying.sort((a, b) => a.total - b.total) };
    },

    quote: (input, ctx) => priceOf(ctx.db.run, ctx, input),
  },
};
