import type { Selectable } from 'kysely';
import * as calls from '../../contract/buying/orders';
import { OrderState } from '../../contract/buying/orders';
import type * as rules from '../../contract/buying/orders.rules';
import type { Db, Executor } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { notifyMember } from '../notices/notify-member';
import { lockOrder, lockOwn, type OrderName, type Purchase } from './own';
import type { OrderTables } from './tables';

type RefundRequestRow = Selectable<OrderTables['refund_request']>;

/** Refused (500) unless something can be refunded: the order is paid, with money that has not been returned to the balance. */
export function assertRefundable({ state, paid, refunded, top_up }: Purchase): void {
  if (top_up) throw new DomainError('refundTopUp');
  if (state !== OrderState.successful) throw new DomainError('refundUnpaid');
  if (refunded >= paid) throw new DomainError('refundDone');
}

export const askRefundHandlers: Pick<Handlers<typeof calls, typeof rules>, 'askRefund'> = {
  askRefund: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.askRefund, input, async () => {
        const { reason, orderNo } = input;
        const order = await lockOwn(tx, ctx, orderNo);
        assertRefundable(order);
        const at = new Date(ctx.now);
        const asked = { reason, state: 'asked', answer: null, at, decided_at: null } as const;
        const written = await tx
          .insertInto('refund_request')
          .values({ order_no: orderNo, member: order.member, ...asked })
          // after a rejection or a partial refund the member may ask again; a pending request is returned unchanged
          .onConflict((conflict) =>
            conflict
              .constraint('refund_request_pkey')
              .doUpdateSet(asked)
              .where('refund_request.state', '<>', 'asked'),
          )
          .executeTakeFirst();
        if (!written.numInsertedOrUpdatedRows) throw new DomainError('refundAsked');
        return { state: 'asked' as const };
      }),
    ),
};

/** The member's refund request for an order, and its outcome. */
export const refundRequestOf = (
  run: Executor,
  { order_no, member }: OrderName,
): Promise<RefundRequestRow | undefined> =>
  run
    .selectFrom('refund_request')
    .selectAll()
    .where('member', '=', member)
    .where('order_no', '=', order_no)
    .executeTakeFirst();

/** Rejects a refund request once, and notifies the member. The same rejection again changes nothing. */
export const refuseRefund = (db: Db, orderNo: string, reason: string, now: number) =>
  db.tx(async (tx) => {
    const order = await lockOrder(tx, orderNo);
    const request = order && (await refundRequestOf(tx, order));
    if (!request) throw new DomainError('refundNotAsked');
    if (request.state === 'refused' && request.answer === reason) return { id: orderNo, state: 'refused' };
    if (request.state !== 'asked') throw new DomainError('refundDecided');
    await tx
      .updateTable('refund_request')
      .set({ state: 'refused', answer: reason, decided_at: new Date(now) })
      .where('member', '=', order.member)
      .where('order_no', '=', orderNo)
      .execute();
    const link = `pages/orderDetail?orderNo=${orderNo}`;
    await notifyMember(tx, order.member, { kind: 'refundRefused', values: { orderNo, reason }, link }, now);
    return { id: orderNo, state: 'refused' };
  });
