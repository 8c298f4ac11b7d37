import { randomBytes } from 'node:crypto';
import { type Insertable, type Selectable, sql } from 'kysely';
import type * as v from 'valibot';
import type { productChange } from '../../contract/desk/areas/selling';
import type { Db, Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { textColumns, textsOf } from '../kernel/texts';
import { drawPhoto, keepPhoto } from '../pictures/artwork/photos';
import type { ProductTable } from './tables';

type ProductChange = v.InferOutput<typeof productChange>;

/** Rates in percent by country, as the column has them; null for none. */
const taxRatesColumn = (rates: NonNullable<ProductChange['taxRates']>): string | null =>
  rates.length
    ? JSON.stringify(
        Object.fromEntries(
          rates.map(({ countryCode, rate }) => [countryCode, Math.round(Number(rate) * 100)]),
        ),
      )
    : null;

const columnsOf = (change: ProductChange) => {
  const columns: {
    [Column in keyof Insertable<ProductTable>]?: Insertable<ProductTable>[Column] | undefined;
  } = {
    category: change.category,
    picture: change.drawing,
    price: change.price,
    price_before: change.priceBefore,
    points: change.points,
    cloud_beans: change.beans,
    per_order: change.perOrder,
    days: change.days,
    daily_rent: change.dailyRent,
    tiers: change.tiers && JSON.stringify([...change.tiers].sort((a, b) => a.from - b.from)),
    rank: change.rank,
    tax_rates: change.taxRates && taxRatesColumn(change.taxRates),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
};

/** Puts a new product on sale; returns its id. Refused if it lacks a name, a price, or the data that its category requires. */
export async function addProduct(tx: Tx, change: ProductChange, now: number): Promise<string> {
  const { name, description, price, category = 'goods', days = 0, dailyRent = 0 } = change;
  if (!name?.en || !name.zh || !price) throw new DomainError('productNeeds', { what: '--en, --zh, --price' });
  if (category === 'machines' && (days < 1 || dailyRent < 1))
    throw new DomainError('productNeeds', { what: '--days, --rent' });
  if (category === 'membership' && days < 1) throw new DomainError('productNeeds', { what: '--days' });
  const id = `p-${randomBytes(4).toString('hex')}`;
  const { last } = await tx
    .selectFrom('product')
    .select(({ fn }) => fn.max<number | null>('rank').as('last'))
    .executeTakeFirstOrThrow();
  await insertProducts(tx, [
    {
      id,
      ...textColumns({ name, description: { en: '', zh: '', ...description } }),
      category,
      picture: null,
      price,
      price_before: null,
      points: null,
      cloud_beans: null,
      stock: change.stock ?? 0,
      sold: 0,
      per_order: 100,
      days,
      daily_rent: dailyRent,
      tiers: '[]',
      rank: Number(last ?? 0) + 1,
      on_sale: true,
      created_at: new Date(now),
      ...columnsOf(change),
    },
  ]);
  return id;
}

/** Inserts products, and their counters; those are there already where a trigger makes them for gateways of the previous version. */
export async function insertProducts(tx: Tx, rows: readonly Insertable<ProductTable>[]): Promise<void> {
  await tx.insertInto('product').values(rows).execute();
  await tx
    .insertInto('product_stock')
    .values(rows.map(({ id, stock, sold }) => ({ product: id, stock, sold })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Changes a product; existing orders are not affected. */
export async function changeProduct(tx: Tx, id: string, change: ProductChange): Promise<void> {
  const before = await lockProduct(tx, id);
  const columns = {
    ...columnsOf(change),
    ...((change.name || change.description) &&
      textColumns({
        name: { ...textsOf(before, 'name'), ...change.name },
        description: { ...textsOf(before, 'description'), ...change.description },
      })),
  };
  const after = { ...before, ...columns };
  if (after.category === 'machines' && (after.days < 1 || after.daily_rent < 1))
    throw new DomainError('productNeeds', { what: '--days, --rent' });
  if (after.price_before !== null && after.price_before <= after.price)
    throw new DomainError('productPriceBefore');
  if (Object.keys(columns).length)
    await tx.updateTable('product').set(columns).where('id', '=', id).execute();
  const { stock } = change;
  if (stock !== undefined)
    await tx.updateTable('product_stock').set({ stock }).where('product', '=', id).execute();
}

async function lockProduct(tx: Tx, id: string): Promise<Selectable<ProductTable>> {
  const found = await tx
    .selectFrom('product')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new DomainError('productMissing');
  return found;
}

/** Puts a product on or off sale; existing orders continue. */
export async function offer(tx: Tx, id: string, on_sale: boolean): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('product')
    .set({ on_sale })
    .where('id', '=', id)
    .executeTakeFirst();
  if (!numUpdatedRows) throw new DomainError('productMissing');
}

/** Changes the stock by a number of pieces, never below zero. Returns the remaining stock. */
export async function addStock(tx: Tx, id: string, by: number): Promise<number> {
  const added = await tx
    .updateTable('product_stock')
    .set({ stock: sql<number>`stock + ${by}` })
    .where('product', '=', id)
    .where(sql<number>`stock + ${by}`, '>=', 0)
    .returning('stock')
    .executeTakeFirst();
  if (added) return added.stock;
  const left = await tx
    .selectFrom('product_stock')
    .select('stock')
    .where('product', '=', id)
    .executeTakeFirst();
  if (!left) throw new DomainError('productMissing');
  throw new DomainError('stockTooLow', { stock: left.stock });
}

/** Sets the photograph of a product. */
export async function setPicture(db: Db, id: string, bytes: Buffer, now: number): Promise<void> {
  const jpeg = await drawPhoto(bytes);
  await db.tx(async (tx) => {
    await lockProduct(tx, id);
    const picture = await keepPhoto(tx, jpeg, now);
    await tx.updateTable('product').set({ picture }).where('id', '=', id).execute();
  });
}
