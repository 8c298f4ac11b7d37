import { getVideo, queryVideosList } from '../video/videos';
import { added, call } from '../wire/call';
import type { Page } from '../wire/page';
import { listCategory } from './categories';
import type * as rules from './goods.rules';

/** A member's own shop: created here, or bound to one of a shop provider. Money in fen, times ISO 8601. */
export interface Shop {
  name: string;
  /** The id of an uploaded picture. */
  logo?: string;
  introduction: string;
  /** The provider's number of a bound shop. */
  number?: string;
  /** Increases with every change; sent back with the next one. */
  version: number;
  /** Number of goods, and number of goods on sale. */
  goods: number;
  onSale: number;
  /** Earnings from sales that are not credited yet, and the first date of a credit. */
  held: number;
  nextCreditAt?: string;
  /** Fen taken back for returned sales and not covered by the store balance: deducted from later credits. */
  owed: number;
  createdAt: string;
}

/** The source of sales. `sandbox`: simulated. `offered`: whether a shop can be bound. */
export interface SalesProvider {
  offered: boolean;
  sandbox: boolean;
  /** Days until the earnings of a sale are credited. */
  holdDays: number;
}

/** The member's shop, if there is one. */
export const getShop = added<typeof rules.getShop, { shop?: Shop; provider: SalesProvider }>('txShop/get', {
  embed: { first: { shop: {} }, scopes: ['shop:read'], fields: { name: 'public' } },
});
/**
 * Creates a shop, or changes its profile. Refused (500) with `current` if `version` is outdated because another phone has changed it;
 * (5001) with `problems.logo` for a picture that the member has not uploaded.
 */
export const setupShop = added<typeof rules.setupShop, Shop>('txShop/setup', {
  once: 'latest',
  stale: () => [getShop],
  embed: { scopes: ['shop:write'], fields: { name: 'public' } },
});
/**
 * Binds the provider's shop with `number`, and adds its goods; an existing shop keeps its goods. Refused (500) if number and code do not
 * match, after too many attempts, if it is bound to another member, or if the member has bound one already.
 */
export const bindShop = added<typeof rules.bindShop, Shop & { taken: number }>('txShop/bind', {
  once: true,
  stale: () => [getShop, shopGoodsList],
  embed: { scopes: ['shop:write'], fields: { name: 'public' } },
});

export type GoodsState = 'on' | 'off';

/** A good in a shop. Money in fen per piece. */
export interface ShopGoods {
  id: string;
  name: string;
  price: number;
  /** The member's earnings per piece at this price. */
  commission: number;
  stock: number;
  sold: number;
  state: GoodsState;
  /** `''`: none. */
  categoryId: string;
  /** Ids of uploaded pictures; the first is the cover. */
  pictures: string[];
  /** The address of the project's drawing of it, shown without uploaded pictures. */
  picture: string;
  /** The platform's good, for goods of the platform. */
  platformId?: string;
}

export interface ShopGoodsDetail extends ShopGoods {
  description: string;
  categoryName?: string;
  /** The source: the platform, or the bound shop. */
  origin: 'platform' | 'provider';
  /** The platform's price per piece, which is the minimum price. */
  supplyPrice?: number;
  /** Whether the platform still supplies it. */
  supplied: boolean;
  /** The platform's videos for it. */
  videos: number;
  /** Increases with every edit, not with sales. */
  version: number;
  changedAt: string;
}

/** A page of a search; the first contains the number of goods in each state, whatever state was requested. */
export type GoodsPage = Page<ShopGoods> & { counts?: Record<GoodsState, number> };

/** The member's goods, newest first. `categoryId: ''`: those without a category. Empty without a shop. */
export const shopGoodsList = call<typeof rules.shopGoodsList, GoodsPage>('dbbMini/shopGoodsList', {
  oldest: '5 s',
  embed: { first: { shop: {} }, scopes: ['shop:read'], fields: { name: 'public' } },
});
/** A good. Refused (500) if it does not exist, belongs to another member or was removed. */
export const shopGoodsDetail = call<typeof rules.shopGoodsDetail, ShopGoodsDetail>(
  'dbbMini/shopGoodsDetail',
  { embed: { scopes: ['shop:read'], fields: { categoryName: 'public', name: 'public' } } },
);

export interface GoodsDay {
  /** `2026-11-20`, in China. */
  day: string;
  views: number;
  /** Pieces, without returned ones. */
  sales: number;
}

/** The last `days` days, oldest first and today last, with their sums. Refused like `shopGoodsDetail`. */
export const shopGoodsGraph = call<
  typeof rules.shopGoodsGraph,
  { items: GoodsDay[]; views: number; sales: number }
>('dbbMini/shopGoodsGraph', { oldest: '5 s', embed: { scopes: ['shop:read'] } });

/** A good that the platform supplies. */
export interface PlatformGoods {
  id: string;
  name: string;
  description: string;
  /** Fen per piece that the platform charges, and the price that it suggests. */
  price: number;
  suggestedPrice: number;
  stock: number;
  categoryId: string;
  /** The address of its drawing. */
  picture: string;
  /** Whether the member's shop has it. */
  inShop: boolean;
}

/** The platform's goods, in the platform's order; of a platform category, or matching a text. */
export const goodsList = call<typeof rules.goodsList, Page<PlatformGoods> & { total?: number }>(
  'dbbMini/goodsList',
  { oldest: '5 s', embed: { scopes: ['shop:read'], fields: { name: 'public' } } },
);

/** The outcome for each good: goods that were skipped have a reason, in the language of the request. */
export interface BatchAnswer {
  done: string[];
  failed: { id: string; message: string }[];
}

/** Adds goods of the platform to the shop, off sale. Refused (500) without a shop. Goods that exist already count as done. */
export const takeGoods = added<typeof rules.takeGoods, BatchAnswer>('txShopGoods/takeBatch', {
  once: true,
  stale: () => [goodsList, shopGoodsList, getShop, getVideo, queryVideosList],
  embed: { scopes: ['shop:write'] },
});

/* Batches over goods have `ids`, or `match`: all goods that a search finds, except some. Refused (500) with `count` if `match` finds a
   different number of goods than the member confirmed. */

/** Puts goods on sale or off sale. `changed`: the part of `done` that changed, which an undo reverts. */
export const upperBatch = call<typeof rules.upperBatch, BatchAnswer & { changed: string[] }>(
  'dbbMini/upperBatch',
  {
    once: 'latest',
    stale: () => [shopGoodsList, shopGoodsDetail, listCategory, getShop],
    embed: { scopes: ['shop:write'] },
  },
);
/** Removes goods; not those on sale. Existing sales continue. */
export const deleteBatch = call<typeof rules.deleteBatch, BatchAnswer>('dbbMini/deleteBatch', {
  once: true,
  stale: () => [shopGoodsList, shopGoodsDetail, listCategory, getShop],
  embed: { scopes: ['shop:write'] },
});
/** Puts goods into a category; `''`: into none. Refused (500) for a category of another member. */
export const categoryBatch = call<typeof rules.categoryBatch, BatchAnswer>('dbbMini/categoryBatch', {
  once: 'latest',
  stale: () => [shopGoodsList, shopGoodsDetail, listCategory, getShop],
  embed: { scopes: ['shop:write'] },
});

/**
 * Edits a good. `version` is from the detail with which the form began: refused (500) with `current` if somebody has edited it since.
 * `stock` is relative to `stockBefore`, so that pieces sold meanwhile stay sold. Refused (5001) with `problems.price` below the supply
 * price, `problems.stock` if more were sold than are left, `problems.pictures`.
 */
export const editGoods = call<typeof rules.editGoods, ShopGoodsDetail>('sk/txShopGoods/edit', {
  once: 'latest',
  stale: () => [shopGoodsDetail, shopGoodsList, listCategory],
  embed: { scopes: ['shop:write'], fields: { categoryName: 'public', name: 'public' } },
});
/** The earnings per piece at a price. */
export const quoteGoods = added<typeof rules.quoteGoods, { commission: number }>('txShopGoods/quote', {
  embed: { scopes: ['shop:read'] },
});

/** held → credited, and either → returned. `refused`: more than was in stock; it earned nothing. */
export type SaleState = 'held' | 'credited' | 'returned' | 'refused';

export interface Sale {
  /** The provider's number; `ref` of its movements. */
  number: string;
  goodsId: string;
  name: string;
  quantity: number;
  /** Fen, for all pieces. */
  amount: number;
  commission: number;
  state: SaleState;
  at: string;
  /** When it will be, or was, credited. */
  creditAt: string;
  returnedAt?: string;
}

/** The sales of the member's shop, newest first; of one good if requested. */
export const listSales = added<typeof rules.listSales, Page<Sale>>('txShopSale/list', {
  oldest: '1 s',
  embed: { scopes: ['shop:read'], fields: { name: 'public' } },
});
