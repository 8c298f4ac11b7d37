import type { Selectable } from 'kysely';
import type { Product } from '../../contract/buying/products';
import type { Executor } from '../db/database';
import type { Locale } from '../kernel/messages';
import { textOf } from '../kernel/texts';
import { pictureOf } from '../pictures/artwork/pictures';
import type { ProductStockTable, ProductTable } from './tables';

export type ProductRow = Selectable<ProductTable> & Pick<ProductStockTable, 'stock' | 'sold'>;

// The counters are selected last: the old columns, which `selectAll` gives too, have the same names.

/** Products with their counters. */
export const productRows = (run: Executor) =>
  run
    .selectFrom('product as p')
    .innerJoin('product_stock as s', 's.product', 'p.id')
    .selectAll('p')
    .select(['s.stock', 's.sold']);

/** Coupons with the number of uses that are left. */
export const couponRows = (run: Executor) =>
  run
    .selectFrom('coupon as c')
    .innerJoin('coupon_left as l', 'l.code', 'c.code')
    .selectAll('c')
    .select('l.left_over');

export const product = (row: ProductRow, locale: Locale): Product => ({
  productId: row.id,
  name: textOf(row, 'name', locale),
  description: textOf(row, 'description', locale),
  picture: pictureOf(row),
  category: row.category,
  price: row.price,
  ...(row.price_before !== null && { priceBefore: row.price_before }),
  ...(row.points !== null && { points: row.points }),
  ...(row.cloud_beans !== null && { cloudBeans: row.cloud_beans }),
  stock: row.stock,
  sold: row.sold,
  limit: row.per_order,
  days: row.days,
  dailyRent: row.daily_rent,
  tiers: JSON.parse(row.tiers),
  needsAddress: row.category === 'goods',
});
