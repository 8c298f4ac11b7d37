import { sql } from 'kysely';
import type * as calls from '../../contract/shop/goods';
import type * as rules from '../../contract/shop/goods.rules';
import type { Executor } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import { dayLength, dayOf } from '../kernel/dates';
import { likePattern } from '../kernel/like-pattern';
import { cursor, mapPage, newestFirst, page, pageSize, readPosition } from '../kernel/pagination';
import { everyText, textOf } from '../kernel/texts';
import { pictureAddress } from '../pictures/artwork/pictures';
import { findGoods, type Search } from './find-goods';
import { ownGoods } from './own';
import { detailView, goodsView } from './view';

type Listing = Pick<
  Handlers<typeof calls, typeof rules>,
  'shopGoodsList' | 'shopGoodsDetail' | 'shopGoodsGraph' | 'goodsList'
>;

async function countByState(run: Executor, member: string, search: Search) {
  const rows = await findGoods(run, member, { ...search, state: undefined })
    .clearSelect()
    .select((is) => ['g.state', is.fn.countAll<number>().as('n')])
    .groupBy('g.state')
    .execute();
  const of = (state: calls.GoodsState) => Number(rows.find((row) => row.state === state)?.n ?? 0);
  return { on: of('on'), off: of('off') };
}

export const listing: Listing = {
  async shopGoodsList({ from, ...search }, { db, member, settings }) {
    const found = findGoods(db.run, member, search);
    const rows = await newestFirst(found, { table: 'g', at: 'created_at', id: 'id' }, from);
    const page = mapPage(rows, (row) => goodsView(row, settings));
    return from === undefined ? { ...page, counts: await countByState(db.run, member, search) } : page;
  },

  async shopGoodsDetail({ id }, { db, member, settings }) {
    return detailView(db.run, await ownGoods(db.run, member, id), settings);
  },

  async shopGoodsGraph({ id, days }, { db, member, now }) {
    await ownGoods(db.run, member, id);
    const span = Array.from({ length: days }, (_, at) => dayOf(now - (days - 1 - at) * dayLength));
    const rows = await db.run
      .selectFrom('shop_goods_day')
      .select(['day', 'views', 'sales'])
      .where('member', '=', member)
      .where('goods', '=', id)
      .where('day', '>=', span[0] as string)
      .execute();
    const byDay = new Map(rows.map((row) => [row.day, row]));
    const items = span.map((day) => ({
      day,
      views: byDay.get(day)?.views ?? 0,
      sales: byDay.get(day)?.sales ?? 0,
    }));
    const sum = (of: 'views' | 'sales') => items.reduce((all, one) => all + one[of], 0);
    return { items, views: sum('views'), sales: sum('sales') };
  },

  async goodsList({ categoryId, keyword, from }, { db, member, locale }) {
    const after = from === undefined ? undefined : readPosition(from);
    const found = db.run
      .selectFrom('platform_goods as p')
      .where('p.supplied', '=', true)
      .$if(!!categoryId, (query) => query.where('p.category', '=', categoryId as string))
      .$if(!!keyword, (query) =>
        query.where(
          sql<boolean>`${everyText('p', 'name')} like ${likePattern((keyword ?? '').toLowerCase())}`,
        ),
      );
    const rows = await found
      .leftJoin('shop_goods as g', (join) =>
        join.onRef('g.platform_id', '=', 'p.id').on('g.member', '=', member).on('g.removed_at', 'is', null),
      )
      .selectAll('p')
      .select('g.id as taken')
      .$if(after !== undefined, (query) => query.where('p.rank', '>', after as number))
      .orderBy('p.rank')
      .limit(pageSize + 1)
      .execute();
    const offered = mapPage(
      page(rows, pageSize, ({ rank }) => cursor(rank)),
      (row): calls.PlatformGoods => ({
        id: row.id,
        name: textOf(row, 'name', locale),
        description: textOf(row, 'description', locale),
        price: row.supply_price,
        suggestedPrice: row.suggested_price,
        stock: row.stock,
        categoryId: row.category,
        picture: pictureAddress(row.picture),
        inShop: row.taken !== null,
      }),
    );
    if (from !== undefined) return offered;
    const { total } = await found
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return { ...offered, total: Number(total) };
  },
};
