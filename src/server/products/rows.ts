import type { Selectable } from 'kysely';
import type { Product } from '../../contract/buying/products';
import type { Locale } from '../kernel/messages';
import { textOf } from '../kernel/texts';
import { pictureOf } from '../pictures/artwork/pictures';
import type { ProductTable } from './tables';

type ProductRow = Selectable<ProductTable>;

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
