import type { Generated, Selectable } from 'kysely';
import type { GoodsState, SaleState } from '../../contract/shop/goods';
import { byMember, type SpreadOf } from '../schema/spread';

/** Members' shops, their goods, and the shop provider's data. */
export interface GoodsTables {
  platform_category: {
    id: string;
    name_en: string;
    name_zh: string;
    texts: Generated<string>;
    position: number;
  };
  platform_goods: PlatformGoodsTable;
  shop: ShopTable;
  /** `number` of every bound shop, so that it is unique on several database nodes too. */
  bound_shop: { number: string };
  shop_category: ShopCategoryTable;
  shop_goods: ShopGoodsTable;
  shop_goods_day: ShopGoodsDayTable;
  shop_sale: ShopSaleTable;
  /** Videos that the platform made for its goods. */
  video: VideoTable;
  /** The position up to which a provider's events have been read. */
  shop_feed: { name: string; cursor: number };
  sandbox_shop_event: SandboxShopEventTable;
}

export const spread: SpreadOf<GoodsTables> = {
  platform_category: 'everywhere',
  platform_goods: 'everywhere',
  shop: byMember,
  bound_shop: { by: 'key', column: 'number' },
  shop_category: byMember,
  shop_goods: byMember,
  shop_goods_day: byMember,
  shop_sale: byMember,
  video: 'everywhere',
  shop_feed: 'here',
  sandbox_shop_event: 'here',
};

interface PlatformGoodsTable {
  id: string;
  category: string;
  name_en: string;
  name_zh: string;
  description_en: string;
  description_zh: string;
  /** `textColumns` of the name and the description. */
  texts: Generated<string>;
  /** Fen per piece that the platform charges, and the price it suggests. */
  supply_price: number;
  suggested_price: number;
  /** Stock in a shop after it has added the good. */
  stock: number;
  /** The name of its photograph or drawing (`pictures/artwork/pictures.ts`). */
  picture: string;
  rank: number;
  /** Whether the platform supplies it; a withdrawn good stays in shops, off sale. */
  supplied: boolean;
  created_at: Date;
}

interface ShopTable {
  member: string;
  name: string;
  logo: string | null;
  introduction: string;
  /** The provider's number of a bound shop. */
  number: string | null;
  version: number;
  /** Fen that were taken back but not covered by the store balance. */
  owed: number;
  created_at: Date;
}

interface ShopCategoryTable {
  id: string;
  member: string;
  name: string;
  /** The platform's category from which it was copied. */
  platform_id: string | null;
  position: number;
  created_at: Date;
}

interface ShopGoodsTable {
  id: string;
  member: string;
  platform_id: string | null;
  /** The provider's number of a good of a bound shop. */
  number: string | null;
  name: string;
  description: string;
  price: number;
  stock: number;
  sold: number;
  state: GoodsState;
  category: string | null;
  /** JSON: ids of pictures. */
  pictures: string;
  version: number;
  created_at: Date;
  changed_at: Date;
  removed_at: Date | null;
}

interface ShopGoodsDayTable {
  member: string;
  goods: string;
  /** `2026-11-20`, in China. */
  day: string;
  views: number;
  /** Pieces. A returned piece is deducted from the day on which it was sold. */
  sales: number;
}

interface ShopSaleTable {
  /** The provider's number. */
  number: string;
  member: string;
  goods: string;
  name: string;
  quantity: number;
  /** Fen for all pieces: the price paid, and the member's earnings. */
  amount: number;
  commission: number;
  state: SaleState;
  at: Date;
  credit_at: Date;
  returned_at: Date | null;
}

/** Events of the sandbox's customers. */
export interface SandboxShopEventTable {
  seq: Generated<number>;
  id: string;
  kind: 'view' | 'sale' | 'return';
  goods: string | null;
  quantity: number;
  /** The sale that is returned. */
  sale: string | null;
  at: Date;
}

export type ShopRow = Selectable<ShopTable>;
export type ShopGoodsRow = Selectable<ShopGoodsTable>;
export type SaleRow = Selectable<ShopSaleTable>;

interface VideoTable {
  id: string;
  /** The platform's good that it shows. */
  goods: string | null;
  /** Id of its file among the pictures. */
  file: string;
  title_en: string;
  title_zh: string;
  /** `textColumns` of the title. */
  texts: Generated<string>;
  picture: string;
  /** Seconds, bytes. */
  length: number;
  size: number;
  created_at: Date;
}
