import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import * as v from 'valibot';
import type { Db, Executor, Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { localeNames } from '../kernel/messages';
import { textColumns, textsOf } from '../kernel/texts';
import { type DrawingName, drawings } from '../pictures/artwork/drawings';
import { drawPhoto, keepPhoto } from '../pictures/artwork/photos';
import type { ProductTable } from './tables';

const text = (max: number) => v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(max));
const whole = (least = 0) => v.pipe(v.number(), v.safeInteger(), v.minValue(least));
const percent = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(90));
const drawingNames = Object.keys(drawings) as [DrawingName, ...DrawingName[]];

/** What an operator may say of a product; money in fen. What is absent stays, or is what a new product has at first. */
export const productChange = v.strictObject({
  name: v.optional(v.strictObject(v.entriesFromList(localeNames, v.optional(text(60))))),
  description: v.optional(v.strictObject(v.entriesFromList(localeNames, v.optional(text(2000))))),
  category: v.optional(v.picklist(['machines', 'membership', 'goods'])),
  drawing: v.optional(v.picklist(drawingNames)),
  price: v.optional(whole(1)),
  priceBefore: v.optional(v.nullable(whole(1))),
  points: v.optional(v.nullable(whole(1))),
  beans: v.optional(v.nullable(whole(1))),
  stock: v.optional(whole()),
  perOrder: v.optional(whole(1)),
  days: v.optional(whole()),
  dailyRent: v.optional(whole()),
  tiers: v.optional(v.array(v.strictObject({ from: whole(2), percent }))),
  rank: v.optional(whole()),
});
export type ProductChange = v.InferOutput<typeof productChange>;

const columnsOf = (change: ProductChange) => {
  const columns: { [Column in keyof ProductTable]?: ProductTable[Column] | undefined } = {
    category: change.category,
    picture: change.drawing,
    price: change.price,
    price_before: change.priceBefore,
    points: change.points,
    cloud_beans: change.beans,
    stock: change.stock,
    per_order: change.perOrder,
    days: change.days,
    daily_rent: change.dailyRent,
    tiers: change.tiers && JSON.stringify([...change.tiers].sort((a, b) => a.from - b.from)),
    rank: change.rank,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
};

/** Puts a new product on sale; gives its id. Refused when it lacks a name, a price, or what its category needs. */
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
  await tx
    .insertInto('product')
    .values({
      id,
      ...textColumns({ name, description: { en: '', zh: '', ...description } }),
      category,
      picture: null,
      price,
      price_before: null,
      points: null,
      cloud_beans: null,
      stock: 0,
      sold: 0,
      per_order: 100,
      days,
      daily_rent: dailyRent,
      tiers: '[]',
      rank: Number(last ?? 0) + 1,
      on_sale: true,
      created_at: new Date(now),
      ...columnsOf(change),
    })
    .execute();
  return id;
}

/** Changes a product; orders that were placed keep what they were placed for. */
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

/** On sale or not; what was ordered goes on. */
export async function offer(tx: Tx, id: string, on_sale: boolean): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('product')
    .set({ on_sale })
    .where('id', '=', id)
    .executeTakeFirst();
  if (!numUpdatedRows) throw new DomainError('productMissing');
}

/** Adds pieces to the stock, or takes some away: never more than there are. Gives what is left. */
export async function addStock(tx: Tx, id: string, by: number): Promise<number> {
  const { stock } = await lockProduct(tx, id);
  if (stock + by < 0) throw new DomainError('stockExceeded', { stock });
  await tx
    .updateTable('product')
    .set({ stock: sql<number>`stock + ${by}` })
    .where('id', '=', id)
    .execute();
  return stock + by;
}

/** Gives a product a photograph. */
export async function setPicture(db: Db, id: string, bytes: Buffer, now: number): Promise<void> {
  const jpeg = await drawPhoto(bytes);
  await db.tx(async (tx) => {
    await lockProduct(tx, id);
    const picture = await keepPhoto(tx, jpeg, now);
    await tx.updateTable('product').set({ picture }).where('id', '=', id).execute();
  });
}

/** Every product in its order, also those that are not on sale. */
export const listAllProducts = async (run: Executor) => {
  const rows = await run.selectFrom('product').selectAll().orderBy('rank').orderBy('id').execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name_en,
    zh: row.name_zh,
    names: textsOf(row, 'name'),
    category: row.category,
    price: row.price,
    ...(row.price_before !== null && { priceBefore: row.price_before }),
    ...(row.points !== null && { points: row.points }),
    ...(row.cloud_beans !== null && { beans: row.cloud_beans }),
    stock: row.stock,
    sold: row.sold,
    perOrder: row.per_order,
    ...(row.days && { days: row.days }),
    ...(row.daily_rent && { dailyRent: row.daily_rent }),
    onSale: row.on_sale,
  }));
};
