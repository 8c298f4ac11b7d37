import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type * as v from 'valibot';
import type { suppliedGoods } from '../../contract/desk/areas/running';
import type { Db, Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { textColumns } from '../kernel/texts';
import { drawPhoto, keepPhoto } from '../pictures/artwork/photos';

/** A good as an operator supplies it. */
export type SuppliedGoods = v.InferOutput<typeof suppliedGoods>;

/** Adds a good, and its category, to the platform's goods; the newest last. Returns its id. */
export async function supplyGoods(tx: Tx, goods: SuppliedGoods, now: number): Promise<string> {
  const { category: categoryOf, name, description, supplyPrice, suggestedPrice, stock, picture } = goods;
  const { id: categoryId, ...categoryName } = categoryOf;
  const last = (table: 'platform_category' | 'platform_goods', of: 'position' | 'rank') =>
    tx
      .selectFrom(table)
      .select(({ fn }) => fn.max<number | null>(of as never).as('last'))
      .executeTakeFirst()
      .then((row) => Number(row?.last ?? 0) + 1);
  await tx
    .insertInto('platform_category')
    .values({
      id: categoryId,
      ...textColumns({ name: categoryName }),
      position: await last('platform_category', 'position'),
    })
    // an existing category keeps its names, and gets the missing ones
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        texts: sql<string>`'{"name": ' ||
          ((excluded.texts::jsonb -> 'name') || coalesce(platform_category.texts::jsonb -> 'name', '{}'))::text || '}'`,
      }),
    )
    .execute();
  const id = goods.id ?? `pg-${randomBytes(6).toString('hex')}`;
  const values = {
    category: categoryId,
    ...textColumns({ name, description }),
    stock,
    supplied: true,
    supply_price: supplyPrice,
    suggested_price: suggestedPrice,
    ...(picture && { picture }),
  };
  const rank = await last('platform_goods', 'rank');
  await tx
    .insertInto('platform_goods')
    .values({ id, picture: 'parcel', ...values, rank, created_at: new Date(now) })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
  return id;
}

/** Sets the photograph of a good, which the platform's list, shops and their videos show from then on. */
export async function setGoodsPicture(db: Db, id: string, bytes: Buffer, now: number): Promise<void> {
  const jpeg = await drawPhoto(bytes);
  await db.tx(async (tx) => {
    const picture = await keepPhoto(tx, jpeg, now);
    const found = await tx
      .updateTable('platform_goods')
      .set({ picture })
      .where('id', '=', id)
      .executeTakeFirst();
    if (!found.numUpdatedRows) throw new DomainError('goodsNotSupplied');
  });
}

/** Withdraws a good: shops cannot add it or put it on sale any more; where it is on sale, it goes off sale. */
export async function withdrawGoods(tx: Tx, id: string): Promise<{ offSale: number }> {
  const found = await tx
    .updateTable('platform_goods')
    .set({ supplied: false })
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found.numUpdatedRows) throw new DomainError('goodsNotSupplied');
  const { numUpdatedRows } = await tx
    .updateTable('shop_goods')
    .set({ state: 'off' })
    .where('platform_id', '=', id)
    .where('state', '=', 'on')
    .executeTakeFirstOrThrow();
  return { offSale: Number(numUpdatedRows) };
}
