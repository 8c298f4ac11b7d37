import type { Db } from '../db/database';
import { Refusal } from '../refusal';

/** Paid orders of goods that have not been sent, the oldest first. */
export const listUnsent = async ({ run }: Db) => {
  const rows = await run
    .selectFrom('purchase')
    .select(['order_no as orderNo', 'address', 'paid_at as paidAt'])
    .where('state', '=', 1)
    .where('address', 'is not', null)
    .where('shipment', 'is', null)
    .whereRef('refunded', '<', 'paid')
    .orderBy('paid_at')
    .limit(200)
    .execute();
  return rows.map((row) => ({ ...row, address: JSON.parse(row.address!) }));
};

/** Writes down how the goods of a paid order travel; may be corrected. */
export async function ship({ run }: Db, orderNo: string, shipment: string): Promise<{ shipment: string }> {
  const sent = await run
    .updateTable('purchase')
    .set({ shipment })
    .where('order_no', '=', orderNo)
    .where('state', '=', 1)
    .where('address', 'is not', null)
    .executeTakeFirst();
  if (!sent.numUpdatedRows) throw new Refusal('orderMissing');
  return { shipment };
}
