import * as calls from '../../contract/buying/orders';
import { OrderState } from '../../contract/buying/orders';
import type * as rules from '../../contract/buying/orders.rules';
import type { Executor } from '../db/database';
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
    const orders = await db.run
      .selectFrom('purchase')
      .select(['order_no', 'state'])
      .where('member', '=', member)
      .where('state', 'in', [OrderState.waiting, OrderState.successful])
      .execute();
    const inState = (wanted: OrderState) =>
      orders.filter(({ state }) => state === wanted).map(({ order_no }) => order_no);
    return {
      unpaid: inState(OrderState.waiting).length,
      unsigned: await countUnsigned(db.run, member, inState(OrderState.successful)),
    };
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

/** Of paid orders of a member's: those that have cloud phones, and no signature. */
async function countUnsigned(run: Executor, member: string, paid: string[]): Promise<number> {
  if (!paid.length) return 0;
  const [bought, signed] = await Promise.all([
    run
      .selectFrom('purchase_line')
      .select('order_no')
      .distinct()
      .where('order_no', 'in', paid)
      .where('category', '=', 'machines')
      .execute(),
    run.selectFrom('signature').select('order_no').where('member', '=', member).execute(),
  ]);
  const known = new Set(signed.map(({ order_no }) => order_no));
  return bought.filter(({ order_no }) => !known.has(order_no)).length;
}
