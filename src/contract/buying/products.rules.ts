import * as v from 'valibot';
import { fields, from, id, redeemable, required } from '../rules/fields';

const category = v.picklist(['machines', 'membership', 'goods'], 'wrong');
const couponText = v.pipe(required(32), v.toUpperCase());
/** Absent or empty: no coupon. */
export const couponCode = v.optional(v.union([v.literal(''), couponText], 'wrong'));

/** Maximum number of pieces of one product in a purchase, independent of stock. */
const mostPieces = 9999;

/** A line of a purchase. At least one piece: the stepper goes down to 0 (spec §5), an order does not. */
export const item = fields({
  productId: id,
  quantity: redeemable(mostPieces),
  /** Renews the machines of this device order instead of adding new ones. */
  serialNumber: v.optional(id),
});
export const items = v.pipe(v.array(item, 'required'), v.minLength(1, 'required'), v.maxLength(20, 'max'));

export const currency = v.optional(v.picklist(['money', 'points', 'cloudBeans'], 'wrong'));

export const listProducts = fields({ category: v.optional(category), from });
export const queryProducts = fields({
  category: v.optional(category),
  /** Only products that can be bought with points, with cloud beans, or with either. */
  redeemable: v.optional(v.picklist(['any', 'points', 'cloudBeans'], 'wrong')),
  keyword: v.optional(v.pipe(v.string('wrong'), v.trim(), v.maxLength(40, 'maxLength'))),
  sort: v.optional(v.picklist(['best', 'price', 'newest'], 'wrong')),
  from,
});
export const getProduct = fields({ productId: id });
export const getCoupon = fields({ couponCode: couponText, items: v.optional(items) });
export const listCoupons = fields({ items: v.optional(items) });
export const quote = fields({ items, couponCode, currency });
