import { added, call } from '../wire/call';
import type { Page } from '../wire/page';
import type * as rules from './products.rules';

/** Machines earn rent as a device order, a membership makes machines cheaper, goods are sent to an address. */
export type Category = 'machines' | 'membership' | 'goods';
/** The currency of a price: fen, points or cloud beans (the last two are integers). */
export type Currency = 'money' | 'points' | 'cloudBeans';

export interface Product {
  productId: string;
  /** In the language of the request. */
  name: string;
  description: string;
  /** Address of its picture, on the gateway: an SVG of 200 × 160 that suits light and dark mode. */
  picture: string;
  category: Category;
  /** Fen per piece. */
  price: number;
  /** Fen per piece before a reduction; absent if it was never reduced. */
  priceBefore?: number;
  /** Price per piece in points or cloud beans; absent if it cannot be bought with them. */
  points?: number;
  cloudBeans?: number;
  /** Pieces in stock. 0: sold out. */
  stock: number;
  sold: number;
  /** Maximum number of pieces per order. */
  limit: number;
  /** Days for which machines earn or a membership is valid; 0 for goods. */
  days: number;
  /** Fen that a machine earns per day; 0 for other products. */
  dailyRent: number;
  /** Discounts in percent from a number of pieces of this product on. Rising. */
  tiers: { from: number; percent: number }[];
  /** Whether an order of it needs an address. */
  needsAddress: boolean;
}

/** Pieces of a product that one order may contain now: its stock, up to its limit. */
export const mostOf = ({ stock, limit }: Pick<Product, 'stock' | 'limit'>) =>
  Math.max(0, Math.min(stock, limit));

export interface Coupon {
  couponCode: string;
  name: string;
  /** `amount`: fen off; `percent`: percent off. */
  kind: 'amount' | 'percent';
  value: number;
  /** Minimum total of the goods in fen, after discounts for quantity. */
  minimum: number;
  /** The only products to which it applies; absent: all. */
  productIds?: string[];
  /** ISO 8601. */
  validUntil: string;
}

/** The member's own coupon that can be used now. */
export interface OwnCoupon extends Coupon {
  /** Its discount on the given goods, and their total with it. Fen; absent without goods. */
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

/** The price of one line. All amounts are in the quote's currency; discounts are not negative. */
export interface QuoteLine extends Item {
  name: string;
  /** From the product. */
  picture: string;
  category: Category;
  unitPrice: number;
  /** `unitPrice` × `quantity`. */
  amount: number;
  /** Discount for the quantity, and for an active membership. */
  quantityDiscount: number;
  memberDiscount: number;
  /** This line's share of the coupon. */
  couponDiscount: number;
  /** The amount to pay for the line. */
  total: number;
}

/** The price as the server calculates it. The app shows these numbers and calculates none itself. */
export interface Quote {
  currency: Currency;
  lines: QuoteLine[];
  /** Totals of the lines' amounts and of all discounts. */
  amount: number;
  discount: number;
  /** `amount` − `discount`; the order sends it back as `shownTotal`. */
  total: number;
  /** The coupon included in the price. */
  coupon?: Coupon;
  needsAddress: boolean;
}

/** Featured products, best first; for anyone. */
export const listProducts = call<typeof rules.listProducts, Page<Product>>('txProd/list', {
  oldest: '30 s',
  guard: 'anyone',
  embed: { scopes: ['devices:read'], fields: { name: 'public', needsAddress: 'public' } },
});
/** Searches the products: by category, by currency, by text in the name or description, sorted. */
export const queryProducts = call<typeof rules.queryProducts, Page<Product>>('wcProduct/queryList', {
  oldest: '30 s',
  guard: 'anyone',
  embed: {
    first: { points: { redeemable: 'any' } },
    scopes: ['points:read', 'devices:read'],
    fields: { name: 'public', needsAddress: 'public' },
  },
});
/** Refused (500) if it does not exist or is no longer sold. */
export const getProduct = added<typeof rules.getProduct, Product>('txProd/get', {
  oldest: '30 s',
  guard: 'anyone',
  embed: {
    scopes: ['points:read', 'devices:read', 'orders:pay'],
    fields: { name: 'public', needsAddress: 'public' },
  },
});

/**
 * Looks up a coupon; with `items`, checks whether it applies to them. Refused (5001, `problems.couponCode`) if it does not exist, has
 * expired, was used by this member, or does not apply to these goods (spec §5).
 */
export const getCoupon = call<typeof rules.getCoupon, Coupon>('dbbMini/getCouponByCouponCode', {
  embed: { scopes: ['devices:buy', 'orders:pay'], fields: { name: 'public' } },
});

/** The member's own coupons that can be used now, best first; with `items`, those that apply to them. Public codes are not listed. */
export const listCoupons = added<typeof rules.listCoupons, { items: OwnCoupon[] }>('txCoupon/list', {
  embed: { scopes: ['devices:read', 'orders:pay'], fields: { name: 'public' } },
});

/**
 * The price of some goods. Refused (5001) with `problems.items` if stock is insufficient or a line is over its limit (`limit` is the
 * maximum) or cannot be bought in that currency, with `problems.couponCode` if the coupon does not apply. Coupons are for money only.
 */
export const quote = added<typeof rules.quote, Quote>('txProd/quote', {
  embed: {
    scopes: ['points:read', 'devices:buy', 'orders:pay'],
    fields: { name: 'public', needsAddress: 'public' },
  },
});
