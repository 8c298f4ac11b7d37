import type { Selectable } from 'kysely';
import type { Executor, Tx } from '../db/database';
import type { OrderName } from './own';
import type { PurchaseLineTable } from './tables';

export type Line = Selectable<PurchaseLineTable>;

/** The lines of an order, as they were bought. */
export const linesOf = (run: Executor, { member, order_no }: OrderName): Promise<Line[]> =>
  run
    .selectFrom('purchase_line')
    .selectAll()
    .where('member', '=', member)
    .where('order_no', '=', order_no)
    .orderBy('position')
    .execute();

/** Stores the device order that a line delivered or renewed. */
export async function setDevice(tx: Tx, { member, order_no, position }: Line, device: string): Promise<void> {
  await tx
    .updateTable('purchase_line')
    .set({ device })
    .where('member', '=', member)
    .where('order_no', '=', order_no)
    .where('position', '=', position)
    .execute();
}

/** Whether a payment for a device order, or for its renewal, has not been refunded. */
export async function isPaidFor(
  run: Executor,
  { member, device }: Pick<Line, 'member' | 'device'>,
): Promise<boolean> {
  const line = await run
    .selectFrom('purchase_line as l')
    .innerJoin('purchase as p', (join) =>
      join.onRef('p.order_no', '=', 'l.order_no').onRef('p.member', '=', 'l.member'),
    )
    .select('l.order_no')
    .where('l.member', '=', member)
    .where('l.device', '=', device)
    .whereRef('p.refunded', '<', 'p.paid')
    .limit(1)
    .executeTakeFirst();
  return !!line;
}
