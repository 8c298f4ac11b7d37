import { randomBytes } from 'node:crypto';
import type { Executor, Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { ShopRow } from './tables';

/** Short, because batches send a thousand ids in one request. */
export const newId = (): string => randomBytes(9).toString('base64url');

export const shopOf = (run: Executor, member: string): Promise<ShopRow | undefined> =>
  run.selectFrom('shop').selectAll().where('member', '=', member).executeTakeFirst();

/** Locks the member's shop until the end of the transaction, so that changes of its content are serialized. */
export async function lockShop(tx: Tx, member: string): Promise<ShopRow> {
  const shop = await tx
    .selectFrom('shop')
    .selectAll()
    .where('member', '=', member)
    .forUpdate()
    .executeTakeFirst();
  if (!shop) throw new DomainError('shopMissing');
  return shop;
}

/** The member's goods joined with the platform's data of them. */
export const goodsOf = (run: Executor, member: string) =>
  run
    .selectFrom('shop_goods as g')
    .leftJoin('platform_goods as p', 'p.id', 'g.platform_id')
    .selectAll('g')
    .select(['p.supply_price', 'p.supplied', 'p.picture'])
    .where('g.member', '=', member)
    .where('g.removed_at', 'is', null);

export type GoodsRow = Awaited<ReturnType<ReturnType<typeof goodsOf>['execute']>>[number];

/** The refusal is the same for a good that belongs to another member, was removed or does not exist. */
export async function ownGoods(run: Executor, member: string, id: string): Promise<GoodsRow> {
  const row = await goodsOf(run, member).where('g.id', '=', id).executeTakeFirst();
  if (!row) throw new DomainError('goodsMissing');
  return row;
}

/** The member's category, or none for `''`. */
export async function ownCategory(run: Executor, member: string, id: string): Promise<string | null> {
  if (!id) return null;
  const found = await run
    .selectFrom('shop_category')
    .select('id')
    .where('id', '=', id)
    .where('member', '=', member)
    .executeTakeFirst();
  if (!found) throw new DomainError('categoryMissing', {}, { problems: { categoryId: { rule: 'wrong' } } });
  return found.id;
}
