import type { Generated } from 'kysely';
import type { Category } from '../../contract/buying/products';

/** What is sold, and what makes it cheaper. */
export interface ProductTables {
  product: ProductTable;
  coupon: CouponTable;
  coupon_use: CouponUseTable;
}

export interface ProductTable {
  id: string;
  name_en: string;
  name_zh: string;
  description_en: string;
  description_zh: string;
  /** `textColumns` of the name and the description. */
  texts: Generated<string>;
  category: Category;
  /** Name of a drawing (`pictures/artwork/drawings.ts`) or of a photograph; null: the drawing of its category. */
  picture: string | null;
  /** Fen a piece; before it became cheaper, if it did. */
  price: number;
  price_before: number | null;
  /** A piece in points or cloud beans, if it can be had for them. */
  points: number | null;
  cloud_beans: number | null;
  /** Pieces left, without those that orders hold. */
  stock: number;
  sold: number;
  /** Pieces that one order may hold. */
  per_order: number;
  /** Days that it earns or lasts. */
  days: number;
  /** Fen that a machine earns on a day. */
  daily_rent: number;
  /** JSON: `Product['tiers']`. */
  tiers: string;
  /** The best first. */
  rank: number;
  on_sale: boolean;
  created_at: Date;
}

export interface CouponTable {
  /** Upper case. */
  code: string;
  name_en: string;
  name_zh: string;
  /** `textColumns` of the name. */
  texts: Generated<string>;
  kind: 'amount' | 'percent';
  /** Fen or percent. */
  value: number;
  /** Fen. */
  minimum: number;
  /** JSON: ids of the only products it is for; null: all. */
  product_ids: string | null;
  /** How often it may still be used, by anybody. */
  left_over: number;
  valid_until: Date;
  /** Whose it is, where nobody else may use it. */
  member: Generated<string | null>;
}

/** A member uses a coupon once; an order that fails gives it back. */
interface CouponUseTable {
  code: string;
  member: string;
  order_no: string;
}
