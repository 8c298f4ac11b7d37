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

const supplyRows = (run: Executor) =>
  run
    .selectFrom('platform_goods as p')
    .innerJoin('platform_category as c', 'c.id', 'p.category')
    .selectAll('p')
    .select(['c.name_en as category_en', 'c.name_zh as category_zh', 'c.texts as category_texts'])
    .select((is) =>
      is
        .selectFrom('shop_goods as g')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('g.platform_id', '=', 'p.id')
        .where('g.removed_at', 'is', null)
        .as('shops'),
    );

type Supplied = Awaited<ReturnType<ReturnType<typeof supplyRows>['execute']>>[number];

const supplyView = ({ settings }: Gateway, row: Supplied) => ({
  id: row.id,
  name: row.name_en,
  category: row.category,
  supplied: row.supplied,
  supplyPrice: row.supply_price,
  suggestedPrice: row.suggested_price,
  shops: Number(row.shops ?? 0),
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
    view: (rows, gateway) => rows.map((row) => supplyView(gateway, row)),
  },
  one: async (gateway, key) => {
    const row = await supplyRows(gateway.db.run).where('p.id', '=', key).executeTakeFirst();
    if (!row) throw new DomainError('goodsNotSupplied');
    const category = { name_en: row.category_en, name_zh: row.category_zh, texts: row.category_texts };
    return {
      ...supplyView(gateway, row),
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

const videoRows = (run: Executor) =>
  run
    .selectFrom('video as v')
    .selectAll('v')
    .select((is) =>
      is
        .selectFrom('video_download as d')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('d.video', '=', 'v.id')
        .as('downloads'),
    );

type Video = Awaited<ReturnType<ReturnType<typeof videoRows>['execute']>>[number];

const videoView = (row: Video) => ({
  id: row.id,
  title: row.title_en,
  titles: textsOf(row, 'title'),
  ...(row.goods && { goods: row.goods }),
  length: row.length,
  size: row.size,
  downloads: Number(row.downloads ?? 0),
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
    view: (rows) => rows.map(videoView),
  },
  one: async ({ db }, key) => {
    const row = await videoRows(db.run).where('v.id', '=', key).executeTakeFirst();
    if (!row) throw new DomainError('videoMissing');
    return videoView(row);
  },
  acts: { remove: ({ gateway, key }) => removeVideo(gateway, key) },
});
