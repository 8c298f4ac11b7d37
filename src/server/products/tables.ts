import type { Generated } from 'kysely';
import type { Category } from '../../contract/buying/products';
import { byMember, type SpreadOf } from '../schema/spread';

/** Products and coupons. */
export interface ProductTables {
  product: ProductTable;
  coupon: CouponTable;
  coupon_use: CouponUseTable;
}

export const spread: SpreadOf<ProductTables> = {
  product: 'everywhere',
  coupon: 'everywhere',
  coupon_use: byMember,
};

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
  /** Fen per piece, and the earlier price if it was reduced. */
  price: number;
  price_before: number | null;
  /** Price per piece in points or cloud beans, if it can be bought with them. */
  points: number | null;
  cloud_beans: number | null;
  /** Pieces in stock, without those reserved by orders. */
  stock: number;
  sold: number;
  /** Maximum number of pieces per order. */
  per_order: number;
  /** Days that it earns rent or is valid. */
  days: number;
  /** Fen that a machine earns per day. */
  daily_rent: number;
  /** JSON: `Product['tiers']`. */
  tiers: string;
  /** The best first. */
  rank: number;
  on_sale: boolean;
  /** JSON: `TaxRates` that differ from those of the settings; null: none. */
  tax_rates: Generated<string | null>;
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
  /** Remaining number of uses, by all members together. */
  left_over: number;
  valid_until: Date;
  /** The only member who may use it; null: everybody. */
  member: Generated<string | null>;
}

/** A member uses a coupon once; a failed order returns it. */
interface CouponUseTable {
  code: string;
  member: string;
  order_no: string;
}
