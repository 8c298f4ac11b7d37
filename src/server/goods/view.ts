import type { ShopGoods, ShopGoodsDetail } from '../../contract/shop/goods';
import type { Executor } from '../db/database';
import { pictureAddress } from '../pictures/artwork/pictures';
import type { Settings } from '../settings/settings';
import { commissionOf } from './commission';
import type { GoodsRow } from './own';

export const goodsView = (row: GoodsRow, settings: Pick<Settings, 'sales'>): ShopGoods => ({
  id: row.id,
  name: row.name,
  price: row.price,
  commission: commissionOf({ price: row.price, supplyPrice: row.supply_price ?? 0 }, settings),
  stock: row.stock,
  sold: row.sold,
  state: row.state,
  categoryId: row.category ?? '',
  pictures: JSON.parse(row.pictures),
  picture: pictureAddress(row.picture),
  ...(row.platform_id !== null && { platformId: row.platform_id }),
});

export async function detailView(
  run: Executor,
  row: GoodsRow,
  settings: Pick<Settings, 'sales'>,
): Promise<ShopGoodsDetail> {
  const category =
    row.category === null
      ? undefined
      : await run
          .selectFrom('shop_category')
          .select('name')
          .where('member', '=', row.member)
          .where('id', '=', row.category)
          .executeTakeFirst();
  const { videos } = await run
    .selectFrom('video')
    .select(({ fn }) => fn.countAll<number>().as('videos'))
    .where('goods', '=', row.platform_id ?? '')
    .executeTakeFirstOrThrow();
  return {
    ...goodsView(row, settings),
    description: row.description,
    ...(category && { categoryName: category.name }),
    origin: row.platform_id === null ? 'provider' : 'platform',
    ...(row.supply_price !== null && { supplyPrice: row.supply_price }),
    supplied: row.supplied ?? true,
    videos: Number(videos),
    version: row.version,
    changedAt: row.changed_at.toISOString(),
  };
}
