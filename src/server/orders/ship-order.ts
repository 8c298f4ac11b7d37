import { type NotNull, sql } from 'kysely';
import { OrderState } from '../../contract/buying/orders';
import type { Db } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { notifyMember } from '../notices/notify-member';

/** Whether a row `p` of the purchases is a paid order of goods that have not been sent. */
export const isUnsent = sql<boolean>`(p.state = ${sql.lit(OrderState.successful)} and p.address is not null and p.shipment is null and p.refunded < p.paid)`;

/** Paid orders of goods that have not been sent, oldest first. */
export const listUnsent = async ({ run }: Db) => {
  const rows = await run
    .selectFrom('purchase as p')
    .select(['order_no as orderNo', 'address', 'paid_at as paidAt'])
    .where(isUnsent)
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
