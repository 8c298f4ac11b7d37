import { sql } from 'kysely';
import type { Item } from '../../contract/buying/products';
import type { Tx } from '../db/database';
import type { Line } from '../orders/lines';
import type { OrderName } from '../orders/own';
import { stockNeeded, tooMany } from '../pricing/price';

// A transaction changes the rows that all members share last, the coupon's before the stock: until it commits, every other buyer of the product waits.

/**
 * Takes the goods out of stock, ordered by product id so that two orders cannot deadlock. `sold`: counts them as sold too, because the order
 * is paid in this transaction.
 */
export async function takeStock(tx: Tx, items: readonly Item[], sold = false): Promise<void> {
  for (const { productId, quantity } of stockNeeded(items)) {
    const taken = await tx
      .updateTable('product_stock')
      .set({
        stock: sql<number>`stock - ${quantity}`,
        ...(sold && { sold: sql<number>`sold + ${quantity}` }),
      })
      .where('product', '=', productId)
      .where('stock', '>=', quantity)
      .executeTakeFirst();
    if (taken.numUpdatedRows) continue;
    const left = await tx
      .selectFrom('product_stock')
      .select('stock')
      .where('product', '=', productId)
      .executeTakeFirst();
    throw tooMany(left?.stock ?? 0);
  }
}

/** Puts the goods of an order back; also reduces the sold count if they were counted as sold. */
export async function giveStockBack(tx: Tx, order: OrderName, sold = false): Promise<void> {
  for (const { productId, quantity } of stockNeeded(await itemsOf(tx, order)))
    await tx
      .updateTable('product_stock')
      .set({ stock: sql<number>`stock + ${quantity}`, sold: sql<number>`sold - ${sold ? quantity : 0}` })
      .where('product', '=', productId)
      .execute();
}

/** Counts the goods of an order, whose lines are given, as sold. */
export async function countSold(tx: Tx, lines: readonly Sold[]): Promise<void> {
  for (const { productId, quantity } of stockNeeded(lines.map(itemOf)))
    await tx
      .updateTable('product_stock')
      .set({ sold: sql<number>`sold + ${quantity}` })
      .where('product', '=', productId)
      .execute();
}

async function itemsOf(tx: Tx, { member, order_no }: OrderName): Promise<Item[]> {
  const lines = await tx
    .selectFrom('purchase_line')
    .select(['product', 'quantity', 'renews'])
    .where('member', '=', member)
    .where('order_no', '=', order_no)
    .execute();
  return lines.map(itemOf);
}

type Sold = Pick<Line, 'product' | 'quantity' | 'renews'>;

const itemOf = ({ product, quantity, renews }: Sold): Item => ({
  productId: product,
  quantity,
  ...(renews && { serialNumber: renews }),
});
