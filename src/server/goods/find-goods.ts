import { sql } from 'kysely';
import type { GoodsState } from '../../contract/shop/goods';
import type { Executor } from '../db/database';
import { likePattern } from '../kernel/like-pattern';
import { goodsOf } from './own';

export interface Search {
  state?: GoodsState | undefined;
  /** `''`: without category. */
  categoryId?: string | undefined;
  keyword?: string | undefined;
}

/** The member's goods that match a search. */
export const findGoods = (run: Executor, member: string, { state, categoryId, keyword }: Search) =>
  goodsOf(run, member)
    .$if(!!state, (query) => query.where('g.state', '=', state as GoodsState))
    .$if(categoryId === '', (query) => query.where('g.category', 'is', null))
    .$if(!!categoryId, (query) => query.where('g.category', '=', categoryId as string))
    .$if(!!keyword, (query) =>
      query.where(sql<boolean>`lower(g.name) like ${likePattern((keyword ?? '').toLowerCase())}`),
    );
