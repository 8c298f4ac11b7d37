import { sql } from 'kysely';
import type * as calls from '../../contract/buying/products';
import type * as rules from '../../contract/buying/products.rules';
import type { Executor } from '../db/database';
import { defined } from '../db/defined';
import type { Handlers } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { likePattern } from '../kernel/like-pattern';
import { cursor, mapPage, page, pageSize, readTimeAndId } from '../kernel/pagination';
import { everyText } from '../kernel/texts';
import { product, productRows } from './rows';

type Sort = 'best' | 'price' | 'newest';
const orders = {
  best: sql<number>`rank`,
  price: sql<number>`price`,
  newest: sql<number>`-floor(extract(epoch from created_at) * 1000)::bigint`,
} satisfies Record<Sort, unknown>;

interface Search {
  category?: calls.Category | undefined;
  redeemable?: 'any' | 'points' | 'cloudBeans' | undefined;
  keyword?: string | undefined;
  sort?: Sort | undefined;
  from?: string | undefined;
}

/** A page of products on sale. The cursor contains the position in the chosen order, as a number, and the id. */
async function search(run: Executor, { category, redeemable, keyword, sort = 'best', from }: Search) {
  const sortKey = orders[sort];
  const after = from === undefined ? undefined : readTimeAndId(from);
  const words = keyword && likePattern(keyword.toLowerCase());
  return productRows(run)
    .select(sortKey.as('sortKey'))
    .where('on_sale', '=', true)
    .where((is) => is.and(defined({ category })))
    .where((is) => {
      if (!redeemable) return is.and([]);
      const [points, beans] = [is('points', 'is not', null), is('cloud_beans', 'is not', null)];
      return { any: is.or([points, beans]), points, cloudBeans: beans }[redeemable];
    })
    .$if(!!words, (query) =>
      query.where(sql<boolean>`${everyText('p', 'name', 'description')} like ${words}`),
    )
    .where(
      after
        ? sql<boolean>`(${sortKey}, id) > (${after.at.getTime()}::bigint, ${after.id})`
        : sql<boolean>`true`,
    )
    .orderBy(sortKey)
    .orderBy('id')
    .limit(pageSize + 1)
    .execute();
}

type Listing = Pick<Handlers<typeof calls, typeof rules>, 'listProducts' | 'queryProducts' | 'getProduct'>;

export const listProductsHandlers: Listing = {
  listProducts: (input, ctx) => listProductsHandlers.queryProducts(input, ctx),

  async queryProducts(input, { db, locale }) {
    const rows = await search(db.run, input);
    const listed = page(rows, pageSize, (row) => cursor(Number(row.sortKey), row.id));
    return mapPage(listed, (row) => product(row, locale));
  },

  async getProduct({ productId }, { db, locale }) {
    const row = await productRows(db.run)
      .where('id', '=', productId)
      .where('on_sale', '=', true)
      .executeTakeFirst();
    if (!row) throw new DomainError('productMissing');
    return product(row, locale);
  },
};
