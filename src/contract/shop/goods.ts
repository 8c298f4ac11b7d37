import { getVideo, queryVideosList } from '../video/videos';
import { added, call } from '../wire/call';
import type { Page } from '../wire/page';
import { listCategory } from './categories';
import type * as rules from './goods.rules';

/** A member's own shop: set up here, or bound to one that a shop provider runs. Money in fen, times ISO 8601. */
export interface Shop {
  name: string;
  /** The id of an uploaded picture. */
  logo?: string;
  introduction: string;
  /** The provider's number of a bound shop. */
  number?: string;
  /** Counts up with every change; sent back with the next one. */
  version: number;
  /** Goods, and how many of them are on sale. */
  goods: number;
  onSale: number;
  /** Earned from sales and not credited yet, and when the first of it will be. */
  held: number;
  nextCreditAt?: string;
  /** Taken back for returned sales and not covered by the store balance: kept from what comes next. */
  owed: number;
  createdAt: string;
}

/** Who tells of sales. `sandbox`: nobody real. `offered`: whether a shop can be bound. */
export interface SalesProvider {
  offered: boolean;
  sandbox: boolean;
  /** Days after which what a sale earned is credited. */
  holdDays: number;
}

/** The member's shop, if there is one. */
export const getShop = added<typeof rules.getShop, { shop?: Shop; provider: SalesProvider }>('txShop/get', {
  embed: { first: { shop: {} }, scopes: ['shop:read'], fields: { name: 'public' } },
});
/**
 * Opens a shop, or changes what it shows. Refused (500) with `current` when `version` is no longer the shop's: another
 * phone has changed it; (5001) with `problems.logo` for a picture that the member has not uploaded.
 */
export const setupShop = added<typeof rules.setupShop, Shop>('txShop/setup', {
  once: 'latest',
  stale: () => [getShop],
  embed: { scopes: ['shop:write'], fields: { name: 'public' } },
});
/**
 * Binds the shop that the provider knows by `number`, and takes its goods in; a shop that was set up before keeps its
 * goods. Refused (500) when number and code do not fit, after too many tries, when it is another member's, or when one is
 * bound already.
 */
export const bindShop = added<typeof rules.bindShop, Shop & { taken: number }>('txShop/bind', {
  once: true,
  stale: () => [getShop, shopGoodsList],
  embed: { scopes: ['shop:write'], fields: { name: 'public' } },
});

export type GoodsState = 'on' | 'off';

/** What lies in a shop. Money in fen, for one piece. */
export interface ShopGoods {
  id: string;
  name: string;
  price: number;
  /** What the member earns from a piece at this price. */
  commission: number;
  stock: number;
  sold: number;
  state: GoodsState;
  /** `''`: none. */
  categoryId: string;
  /** Ids of uploaded pictures, the first on the shelf. */
  pictures: string[];
  /** The address of the project's drawing of it, shown where nothing was uploaded. */
  picture: string;
  /** Which good of the platform it is, for those of the platform. */
  platformId?: string;
}

export interface ShopGoodsDetail extends ShopGoods {
  description: string;
  categoryName?: string;
  /** Where it comes from: the platform, or the bound shop. */
  origin: 'platform' | 'provider';
  /** What the platform charges for a piece: the least price. */
  supplyPrice?: number;
  /** Whether the platform still supplies it. */
  supplied: boolean;
  /** Videos that the platform has for it. */
  videos: number;
  /** Counts up with every edit, not with sales. */
  version: number;
  changedAt: string;
}

/** A search's page; the first says how many there are in each state, whatever state was asked for. */
export type GoodsPage = Page<ShopGoods> & { counts?: Record<GoodsState, number> };

/** The member's goods, the newest first. `categoryId: ''`: those in no category. Empty without a shop. */
export const shopGoodsList = call<typeof rules.shopGoodsList, GoodsPage>('dbbMini/shopGoodsList', {
  embed: { first: { shop: {} }, scopes: ['shop:read'], fields: { name: 'public' } },
});
/** One of them. Refused (500) when it is nobody's, another member's or removed. */
export const shopGoodsDetail = call<typeof rules.shopGoodsDetail, ShopGoodsDetail>(
  'dbbMini/shopGoodsDetail',
  { embed: { scopes: ['shop:read'], fields: { categoryName: 'public', name: 'public' } } },
);

export interface GoodsDay {
  /** `2026-11-20`, in China. */
  day: string;
  views: number;
  /** Pieces, those that came back taken off. */
  sales: number;
}

/** The last `days` days, the oldest first and today last, with their sums. Refused like `shopGoodsDetail`. */
export const shopGoodsGraph = call<
  typeof rules.shopGoodsGraph,
  { items: GoodsDay[]; views: number; sales: number }
>('dbbMini/shopGoodsGraph', { embed: { scopes: ['shop:read'] } });

/** What the platform supplies. */
export interface PlatformGoods {
  id: string;
  name: string;
  description: string;
  /** Fen a piece that the platform charges, and the price that it suggests. */
  price: number;
  suggestedPrice: number;
  stock: number;
  categoryId: string;
  /** The address of its drawing. */
  picture: string;
  /** Whether the member's shop has it. */
  inShop: boolean;
}

/** The platform's goods, in the platform's order; of a category of the platform, or found by words. */
export const goodsList = call<typeof rules.goodsList, Page<PlatformGoods> & { total?: number }>(
  'dbbMini/goodsList',
  { embed: { scopes: ['shop:read'], fields: { name: 'public' } } },
);

/** What became of each: what was not done says why, in the language of the request. */
export interface BatchAnswer {
  done: string[];
  failed: { id: string; message: string }[];
}

/** Takes goods of the platform into the shop, off sale. Refused (500) without a shop. What is there already counts as done. */
export const takeGoods = added<typeof rules.takeGoods, BatchAnswer>('txShopGoods/takeBatch', {
  once: true,
  stale: () => [goodsList, shopGoodsList, getShop, getVideo, queryVideosList],
  embed: { scopes: ['shop:write'] },
});

/*
 * Batches over goods take `ids`, or `match`: all that a search finds, except some. Refused (500) with `count` when `match`
 * finds another number of goods than the member confirmed.
 */

/** Puts goods on sale or takes them off. `changed`: those of `done` that were not so before, which an undo puts back. */
export const upperBatch = call<typeof rules.upperBatch, BatchAnswer & { changed: string[] }>(
  'dbbMini/upperBatch',
  {
    once: 'latest',
    stale: () => [shopGoodsList, shopGoodsDetail, listCategory, getShop],
    embed: { scopes: ['shop:write'] },
  },
);
/** Removes goods; not those on sale. Sales go on as they are. */
export const deleteBatch = call<typeof rules.deleteBatch, BatchAnswer>('dbbMini/deleteBatch', {
  once: true,
  stale: () => [shopGoodsList, shopGoodsDetail, listCategory, getShop],
  embed: { scopes: ['shop:write'] },
});
/** Puts goods into a category; `''`: into none. Refused (500) for a category that is not the member's. */
export const categoryBatch = call<typeof rules.categoryBatch, BatchAnswer>('dbbMini/categoryBatch', {
  once: 'latest',
  stale: () => [shopGoodsList, shopGoodsDetail, listCategory, getShop],
  embed: { scopes: ['shop:write'] },
});

/**
 * Edits a good. `version` is that of the detail the form began with: refused (500) with `current` when somebody has edited
 * it since. `stock` counts against `stockBefore`, so that pieces sold meanwhile stay sold. Refused (5001) with
 * `problems.price` below the supply price, `problems.stock` when more were sold than are left, `problems.pictures`.
 */
export const editGoods = call<typeof rules.editGoods, ShopGoodsDetail>('sk/txShopGoods/edit', {
  once: 'latest',
  stale: () => [shopGoodsDetail, shopGoodsList, listCategory],
  embed: { scopes: ['shop:write'], fields: { categoryName: 'public', name: 'public' } },
});
/** What a piece would earn at a price. */
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
  /** Fen, of all pieces. */
  amount: number;
  commission: number;
  state: SaleState;
  at: string;
  /** When it is credited, or was. */
  creditAt: string;
  returnedAt?: string;
}

/** What was sold in the member's shop, the newest first; of one good if asked. */
export const listSales = added<typeof rules.listSales, Page<Sale>>('txShopSale/list', {
  embed: { scopes: ['shop:read'], fields: { name: 'public' } },
});
