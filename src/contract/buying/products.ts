import { added, call } from '../wire/call';
import type { Page } from '../wire/page';
import type * as rules from './products.rules';

/** Machines earn rent as a device order, a membership makes machines cheaper, goods are sent to an address. */
export type Category = 'machines' | 'membership' | 'goods';
/** What a price is in: fen, points or cloud beans (the last two are whole numbers). */
export type Currency = 'money' | 'points' | 'cloudBeans';

export interface Product {
  productId: string;
  /** In the language of the request. */
  name: string;
  description: string;
  /** Address of its picture, on the gateway: an SVG of 200 × 160 that light and dark can both show. */
  picture: string;
  category: Category;
  /** Fen a piece. */
  price: number;
  /** Fen a piece before it became cheaper; absent when it never was. */
  priceBefore?: number;
  /** A piece in points or cloud beans; absent when it cannot be had for them. */
  points?: number;
  cloudBeans?: number;
  /** Pieces left. 0: sold out. */
  stock: number;
  sold: number;
  /** Pieces that one order may hold. */
  limit: number;
  /** Days that machines earn or a membership lasts; 0 for goods. */
  days: number;
  /** Fen that a machine earns on a day; 0 for the rest. */
  dailyRent: number;
  /** From so many pieces of this product, so many percent off. Rising. */
  tiers: { from: number; percent: number }[];
  /** Whether an order of it needs an address. */
  needsAddress: boolean;
}

/** Pieces of a product that one order may have now: what is left of it, up to its limit. */
export const mostOf = ({ stock, limit }: Pick<Product, 'stock' | 'limit'>) =>
  Math.max(0, Math.min(stock, limit));

export interface Coupon {
  couponCode: string;
  name: string;
  /** `amount`: fen off; `percent`: percent off. */
  kind: 'amount' | 'percent';
  value: number;
  /** Fen that the goods must come to, after discounts for quantity. */
  minimum: number;
  /** The only products it is for; absent: all. */
  productIds?: string[];
  /** ISO 8601. */
  validUntil: string;
}

/** A coupon that is this member's own and can be used now. */
export interface OwnCoupon extends Coupon {
  /** What it takes off the goods that were asked about, and what they come to with it. Fen; absent where none were. */
  discount?: number;
  total?: number;
}

export interface Item {
  productId: string;
  /** At least 1. */
  quantity: number;
  /** Renews the machines of this device order; `quantity` must be its quantity. */
  serialNumber?: string;
}

/** What one line costs. All amounts are in the quote's currency; discounts are not negative. */
export interface QuoteLine extends Item {
  name: string;
  /** As of the product. */
  picture: string;
  category: Category;
  unitPrice: number;
  /** `unitPrice` × `quantity`. */
  amount: number;
  /** Off for the quantity, and off for a running membership. */
  quantityDiscount: number;
  memberDiscount: number;
  /** This line's share of the coupon. */
  couponDiscount: number;
  /** What is to be paid for the line. */
  total: number;
}

/** The price as the server computes it. The app shows these numbers and computes none itself. */
export interface Quote {
  currency: Currency;
  lines: QuoteLine[];
  /** Sum of the lines before and of all discounts. */
  amount: number;
  discount: number;
  /** `amount` − `discount`; sent back with the order as `shownTotal`. */
  total: number;
  /** The coupon that was counted in. */
  coupon?: Coupon;
  needsAddress: boolean;
}

/** What is on offer, the best first; for anyone. */
export const listProducts = call<typeof rules.listProducts, Page<Product>>('txProd/list', {
  guard: 'anyone',
  embed: { scopes: ['devices:read'], fields: { name: 'public', needsAddress: 'public' } },
});
/** The same goods, searched: by category, by what they can be had for, by words of the name or description, sorted. */
export const queryProducts = call<typeof rules.queryProducts, Page<Product>>('wcProduct/queryList', {
  guard: 'anyone',
  embed: {
    first: { points: { redeemable: 'any' } },
    scopes: ['points:read', 'devices:read'],
    fields: { name: 'public', needsAddress: 'public' },
  },
});
/** Refused (500) when there is none, or it is no longer sold. */
export const getProduct = added<typeof rules.getProduct, Product>('txProd/get', {
  guard: 'anyone',
  embed: {
    scopes: ['points:read', 'devices:read', 'orders:pay'],
    fields: { name: 'public', needsAddress: 'public' },
  },
});

/**
 * Looks a coupon up; with `items`, whether it applies to them. Refused (5001, `problems.couponCode`) when there is none,
 * it has run out, this member has used it, or it does not apply to these goods (spec §5).
 */
export const getCoupon = call<typeof rules.getCoupon, Coupon>('dbbMini/getCouponByCouponCode', {
  embed: { scopes: ['devices:buy', 'orders:pay'], fields: { name: 'public' } },
});

/** The member's own coupons that can be used now, the best first; with `items`, those that apply to them. Codes that anybody may type are not told. */
export const listCoupons = added<typeof rules.listCoupons, { items: OwnCoupon[] }>('txCoupon/list', {
  embed: { scopes: ['devices:read', 'orders:pay'], fields: { name: 'public' } },
});

/**
 * The price of some goods. Refused (5001) with `problems.items` when there is not enough in stock or a line is over its
 * limit (`limit` says how many there may be) or cannot be had in that currency, with `problems.couponCode` when the
 * coupon does not apply. Coupons are for money only.
 */
export const quote = added<typeof rules.quote, Quote>('txProd/quote', {
  embed: {
    scopes: ['points:read', 'devices:buy', 'orders:pay'],
    fields: { name: 'public', needsAddress: 'public' },
  },
});
