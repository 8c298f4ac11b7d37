import * as calls from '../../contract/products';
import * as rules from '../../contract/products.rules';
import type { Group } from '../kernel/call-group';
import { findCoupon } from './coupons';
import { applyCoupon } from './discounts';
import { listing } from './list-products';
import { priceOf } from './price';

export const productsGroup: Group<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    ...listing,

    async getCoupon({ couponCode, items }, ctx) {
      const { db, member, locale, now } = ctx;
      const coupon = await findCoupon(db.run, couponCode, member, locale, now);
      if (items) applyCoupon((await priceOf(db.run, ctx, { items })).lines, coupon);
      return coupon;
    },

    quote: (input, ctx) => priceOf(ctx.db.run, ctx, input),
  },
};
