import type { InferOutput } from 'valibot';
import * as calls from '../../contract/shop/goods';
import type * as rules from '../../contract/shop/goods.rules';
import type { Tx } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { type MessageName, translate } from '../kernel/messages';
import { findGoods } from './find-goods';
import { type GoodsRow, goodsOf, lockShop, ownCategory } from './own';

type Batch = Pick<InferOutput<typeof rules.deleteBatch>, 'ids' | 'match'>;

/** Maximum number of ids in a statement. */
const atOnce = 5000;

/** The goods of a batch, and the ids that do not belong to the member. The shop is locked. */
async function chosen(tx: Tx, { member }: RequestContext, { ids, match }: Batch) {
  await lockShop(tx, member);
  if (ids) {
    const unique = [...new Set(ids)];
    const rows = await goodsOf(tx, member).where('g.id', 'in', unique).execute();
    const found = new Set(rows.map(({ id }) => id));
    return { rows, missing: unique.filter((id) => !found.has(id)) };
  }
  const { count, except = [], ...search } = match as NonNullable<Batch['match']>;
  const left = new Set(except);
  const rows = (await findGoods(tx, member, search).execute()).filter(({ id }) => !left.has(id));
  if (rows.length !== count)
    throw new DomainError('batchChanged', { count: rows.length }, { body: { count: rows.length } });
  return { rows, missing: [] };
}

interface Sorted {
  fit: GoodsRow[];
  failed: calls.BatchAnswer['failed'];
}

/** Separates the goods to which the batch applies from the others, with the reason for each of those. */
function sort(
  { rows, missing }: { rows: GoodsRow[]; missing: string[] },
  { locale }: RequestContext,
  refusal: (row: GoodsRow) => MessageName | undefined,
): Sorted {
  const failed = missing.map((id) => ({ id, message: translate(locale, 'goodsMissing') }));
  const fit: GoodsRow[] = [];
  for (const row of rows) {
    const reason = refusal(row);
    if (reason) failed.push({ id: row.id, message: translate(locale, reason) });
    else fit.push(row);
  }
  return { fit, failed };
}

/** The category is part of the edit form, so an open form must notice the change (its version increases). */
async function change(
  tx: Tx,
  rows: readonly GoodsRow[],
  values: { state: calls.GoodsState } | { category: string | null } | { removed_at: Date; category: null },
): Promise<void> {
  for (let at = 0; at < rows.length; at += atOnce)
    await tx
      .updateTable('shop_goods')
      .set((is) => ({ ...values, ...('category' in values && { version: is('version', '+', 1) }) }))
      .where('member', 'in', [...new Set(rows.map(({ member }) => member))])
      .where(
        'id',
        'in',
        rows.slice(at, at + atOnce).map(({ id }) => id),
      )
      .execute();
}

/** The reason why a good cannot be put on sale. */
function unsaleable({ stock, price, supply_price, supplied }: GoodsRow): MessageName | undefined {
  if (supplied === false) return 'goodsNotSupplied';
  if (stock < 1) return 'goodsNoStock';
  if (supply_price !== null && price < supply_price) return 'goodsBelowSupply';
  return undefined;
}

const idOf = ({ id }: GoodsRow) => id;

type Batches = Pick<Handlers<typeof calls, typeof rules>, 'upperBatch' | 'deleteBatch' | 'categoryBatch'>;

/** Applies the batch to every good to which it applies, in one transaction; the response states the outcome of every good. */
export const batches: Batches = {
  upperBatch: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.upperBatch, input, async () => {
        const { fit, failed } = sort(await chosen(tx, ctx, input), ctx, (row) =>
          input.state === 'on' && row.state === 'off' ? unsaleable(row) : undefined,
        );
        const changed = fit.filter(({ state }) => state !== input.state);
        await change(tx, changed, { state: input.state });
        return { done: fit.map(idOf), failed, changed: changed.map(idOf) };
      }),
    ),

  deleteBatch: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.deleteBatch, input, async () => {
        const { fit, failed } = sort(await chosen(tx, ctx, input), ctx, ({ state }) =>
          state === 'on' ? 'goodsOnSale' : undefined,
        );
        await change(tx, fit, { removed_at: new Date(ctx.now), category: null });
        return { done: fit.map(idOf), failed };
      }),
    ),

  categoryBatch: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.categoryBatch, input, async () => {
        const found = await chosen(tx, ctx, input);
        const category = await ownCategory(tx, ctx.member, input.categoryId);
        const { fit, failed } = sort(found, ctx, () => undefined);
        await change(tx, fit, { category });
        return { done: fit.map(idOf), failed };
      }),
    ),
};
