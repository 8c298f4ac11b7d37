import * as calls from '../../contract/buying/orders';
import { OrderState } from '../../contract/buying/orders';
import type * as rules from '../../contract/buying/orders.rules';
import { defined } from '../db/defined';
import type { Handlers } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { newestFirst } from '../kernel/pagination';
import { lockOwn, ownPurchase } from '../orders/own';
import { failOrder } from './end-order';
import { orderView, summaries } from './view-order';

type Listing = Pick<
  Handlers<typeof calls, typeof rules>,
  'listOrders' | 'waitingOrders' | 'getOrder' | 'orderDetail' | 'cancelOrder'
>;

export const listOrdersHandlers: Listing = {
  async listOrders({ state, from }, { db, member, locale }) {
    const own = db.run
      .selectFrom('purchase')
      .selectAll()
      .where('member', '=', member)
      .where((is) => is.and(defined({ state })));
    const { items, next } = await newestFirst(own, { at: 'created_at', id: 'order_no' }, from);
    return { items: await summaries(db.run, items, locale), ...(next && { next }) };
  },

  async waitingOrders(_, { db, member }) {
    const own = db.run
      .selectFrom('purchase as p')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('p.member', '=', member);
    const unpaid = own.where('p.state', '=', OrderState.waiting);
    const unsigned = own
      .where('p.state', '=', OrderState.successful)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('purchase_line as l')
            .select('l.order_no')
            .whereRef('l.order_no', '=', 'p.order_no')
            .where('l.category', '=', 'machines'),
        ),
      )
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(selectFrom('signature as s').select('s.order_no').whereRef('s.order_no', '=', 'p.order_no')),
        ),
      );
    const counts = await db.run
      .selectNoFrom([unpaid.as('unpaid'), unsigned.as('unsigned')])
      .executeTakeFirstOrThrow();
    return { unpaid: Number(counts.unpaid), unsigned: Number(counts.unsigned) };
  },

  getOrder: async ({ orderNo }, { db, member, locale }) =>
    orderView(db.run, await ownPurchase(db.run, member, orderNo), locale),

  orderDetail: (input, ctx) => listOrdersHandlers.getOrder(input, ctx),

  cancelOrder: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.cancelOrder, input, async () => {
        const order = await lockOwn(tx, ctx, input.orderNo);
        if (order.state === OrderState.successful) throw new DomainError('orderPaid');
        if (order.state === OrderState.confirming) throw new DomainError('orderConfirming');
        if (order.state === OrderState.waiting) await failOrder(tx, order, 'canceled', ctx.now);
        return { state: OrderState.failed };
      }),
    ),
};
