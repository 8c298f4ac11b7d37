import type { ColumnType, Generated } from 'kysely';
import type { Category } from '../../contract/buying/products';
import { byMember, type SpreadOf } from '../schema/spread';

/** Products and coupons. The counters that each order changes have rows of their own, because products and coupons lie on each node. */
export interface ProductTables {
  product: ProductTable;
  product_stock: ProductStockTable;
  coupon: CouponTable;
  coupon_left: CouponLeftTable;
  coupon_use: CouponUseTable;
}

export const spread: SpreadOf<ProductTables> = {
  product: 'everywhere',
  product_stock: { by: 'key', column: 'product', undivided: true },
  coupon: 'everywhere',
  coupon_left: { by: 'key', column: 'code' },
  coupon_use: byMember,
};

/** The first value of a column whose value is in a table of its own, for gateways of the previous version. */
type First = ColumnType<never, number, never>;

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
  stock: First;
  sold: First;
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

export interface ProductStockTable {
  product: string;
  /** Pieces in stock, without those reserved by orders. */
  stock: number;
  sold: number;
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
  left_over: First;
  valid_until: Date;
  /** The only member who may use it; null: everybody. */
  member: Generated<string | null>;
}

interface CouponLeftTable {
  code: string;
  /** Remaining number of uses, by all members together. */
  left_over: number;
}

/** A member uses a coupon once; a failed order returns it. */
interface CouponUseTable {
  code: string;
  member: string;
  order_no: string;
}
