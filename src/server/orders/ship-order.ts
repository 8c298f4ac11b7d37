import type { NotNull } from 'kysely';
import { OrderState } from '../../contract/buying/orders';
import type { Db } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { notifyMember } from '../notices/notify-member';

/** Paid orders of goods that have not been sent, oldest first. */
export const listUnsent = async ({ run }: Db) => {
  const rows = await run
    .selectFrom('purchase')
    .select(['order_no as orderNo', 'address', 'paid_at as paidAt'])
    .where('state', '=', OrderState.successful)
    .where('address', 'is not', null)
    .where('shipment', 'is', null)
    .whereRef('refunded', '<', 'paid')
    .$narrowType<{ address: NotNull }>()
    .orderBy('paid_at')
    .orderBy('order_no')
    .limit(200)
    .execute();
  return rows.map((row) => ({ ...row, address: JSON.parse(row.address) }));
};

/** Stores the shipment of a paid order, and notifies the member; can be corrected. */
export const shipOrder = (
  db: Db,
  orderNo: string,
  shipment: string,
  now: number,
): Promise<{ shipment: string }> =>
  db.tx(async (tx) => {
    const sent = await tx
      .updateTable('purchase')
      .set({ shipment })
      .where('order_no', '=', orderNo)
      .where('state', '=', OrderState.successful)
      .where('address', 'is not', null)
      .returning('member')
      .executeTakeFirst();
    if (!sent) throw new DomainError('orderMissing');
    const link = `pages/orderDetail?orderNo=${orderNo}`;
    await notifyMember(tx, sent.member, { kind: 'orderShipped', values: { orderNo, shipment }, link }, now);
    return { shipment };
  });
