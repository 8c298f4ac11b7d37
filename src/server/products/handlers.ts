import * as calls from '../../contract/products';
import * as rules from '../../contract/products.rules';
import type { CallGroup } from '../kernel/call-group';
import { findCoupon } from './coupons';
import { applyCoupon } from './discounts';
import { listProductsHandlers } from './list-products';
import { priceOf } from './price';

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

    quote: (input, ctx) => priceOf(ctx.db.run, ctx, input),
  },
};
