import type { Selectable } from 'kysely';
import type { Executor, Tx } from '../db/database';
import type { PurchaseLineTable } from './tables';

export type Line = Selectable<PurchaseLineTable>;

/** The lines of an order, as they were bought. */
export const linesOf = (run: Executor, orderNo: string): Promise<Line[]> =>
  run.selectFrom('purchase_line').selectAll().where('order_no', '=', orderNo).orderBy('position').execute();

/** Stores the device order that a line delivered or renewed. */
export async function setDevice(tx: Tx, { order_no, position }: Line, device: string): Promise<void> {
  await tx
    .updateTable('purchase_line')
    .set({ device })
    .where('order_no', '=', order_no)
    .where('position', '=', position)
    .execute();
}

/** Whether a payment for a device order, or for its renewal, has not been refunded. */
export async function isPaidFor(run: Executor, device: string): Promise<boolean> {
  const line = await run
    .selectFrom('purchase_line as l')
    .innerJoin('purchase as p', 'p.order_no', 'l.order_no')
    .select('l.order_no')
    .where('l.device', '=', device)
    .whereRef('p.refunded', '<', 'p.paid')
    .limit(1)
    .executeTakeFirst();
  return !!line;
}
