import { sql } from 'kysely';
import { supply as supplyArea, videos as videosArea } from '../../../contract/desk/areas/running';
import type { Executor } from '../../db/database';
import { supplyGoods, withdrawGoods } from '../../goods/supply-goods';
import { removeVideo } from '../../goods/videos/remove-video';
import { DomainError } from '../../kernel/domain-error';
import type { Gateway } from '../../kernel/gateway';
import { everyText, textsOf } from '../../kernel/texts';
import { pictureAddress } from '../../pictures/artwork/pictures';
import { source } from '../source';

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

const supplyRows = (run: Executor) =>
  run
    .selectFrom('platform_goods as p')
    .innerJoin('platform_category as c', 'c.id', 'p.category')
    .selectAll('p')
    .select(['c.name_en as category_en', 'c.name_zh as category_zh', 'c.texts as category_texts']);

type Supplied = Awaited<ReturnType<ReturnType<typeof supplyRows>['execute']>>[number];

type Counts = ReadonlyMap<string | null, number>;

/** The number of shops that each good is in. Goods are on all nodes and shops with their members: one statement cannot count for each good. */
async function shopsOf(run: Executor, goods: readonly string[]): Promise<Counts> {
  if (!goods.length) return new Map();
  const counts = await run
    .selectFrom('shop_goods')
    .select(({ fn }) => ['platform_id as id', fn.countAll<number>().as('n')])
    .where('platform_id', 'in', goods)
    .where('removed_at', 'is', null)
    .groupBy('platform_id')
    .execute();
  return new Map(counts.map(({ id, n }) => [id, Number(n)]));
}

const supplyView = ({ settings }: Gateway, row: Supplied, shops: Counts) => ({
  id: row.id,
  name: row.name_en,
  category: row.category,
  supplied: row.supplied,
  supplyPrice: row.supply_price,
  suggestedPrice: row.suggested_price,
  shops: shops.get(row.id) ?? 0,
  stock: row.stock,
  picture: [`${settings.publicUrl}${pictureAddress(row.picture)}`],
});

export const supply = source({
  area: supplyArea,
  kept: ['platform_goods', 'id'],
  list: {
    rows: supplyRows,
    columns: {
      rank: 'p.rank',
      supplyPrice: 'p.supply_price',
      stock: 'p.stock',
      category: 'p.category',
      supplied: 'p.supplied',
    },
    id: 'p.id',
    search: ['p.id', everyText('p', 'name')],
    view: async (rows, gateway) => {
      const shops = await shopsOf(gateway.db.run, idsOf(rows));
      return rows.map((row) => supplyView(gateway, row, shops));
    },
  },
  one: async (gateway, key) => {
    const row = await supplyRows(gateway.db.run).where('p.id', '=', key).executeTakeFirst();
    if (!row) throw new DomainError('goodsNotSupplied');
    const category = { name_en: row.category_en, name_zh: row.category_zh, texts: row.category_texts };
    return {
      ...supplyView(gateway, row, await shopsOf(gateway.db.run, [key])),
      names: textsOf(row, 'name'),
      descriptions: textsOf(row, 'description'),
      categoryOf: { id: row.category, ...textsOf(category, 'name') },
    };
  },
  acts: {
    add: async ({ gateway: { db, now } }, goods) => ({
      id: await db.tx((tx) => supplyGoods(tx, goods, now())),
    }),
    withdraw: ({ gateway: { db }, key }) => db.tx((tx) => withdrawGoods(tx, key)),
  },
});

const videoRows = (run: Executor) => run.selectFrom('video as v').selectAll('v');

type Video = Awaited<ReturnType<ReturnType<typeof videoRows>['execute']>>[number];

/** The downloads of each video, in a statement of their own like the shops of a good. */
async function downloadsOf(run: Executor, ids: readonly string[]): Promise<Counts> {
  if (!ids.length) return new Map();
  const counts = await run
    .selectFrom('video_download')
    .select(({ fn }) => ['video as id', fn.countAll<number>().as('n')])
    .where('video', 'in', ids)
    .groupBy('video')
    .execute();
  return new Map(counts.map(({ id, n }) => [id, Number(n)]));
}

const videoView = (row: Video, downloads: Counts) => ({
  id: row.id,
  title: row.title_en,
  titles: textsOf(row, 'title'),
  ...(row.goods && { goods: row.goods }),
  length: row.length,
  size: row.size,
  downloads: downloads.get(row.id) ?? 0,
  createdAt: row.created_at,
});

export const videos = source({
  area: videosArea,
  kept: ['video', 'id'],
  list: {
    rows: videoRows,
    columns: { createdAt: 'v.created_at', length: 'v.length', goods: sql`coalesce(v.goods, '')` },
    id: 'v.id',
    search: ['v.id', everyText('v', 'title')],
    view: async (rows, { db }) => {
      const downloads = await downloadsOf(db.run, idsOf(rows));
      return rows.map((row) => videoView(row, downloads));
    },
  },
  one: async ({ db }, key) => {
    const row = await videoRows(db.run).where('v.id', '=', key).executeTakeFirst();
    if (!row) throw new DomainError('videoMissing');
    return videoView(row, await downloadsOf(db.run, [key]));
  },
  acts: { remove: ({ gateway, key }) => removeVideo(gateway, key) },
});
