import * as calls from '../../contract/orders';
import type * as rules from '../../contract/orders.rules';
import type { Handlers } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { cursor, page, readTimeAndId } from '../kernel/pagination';
import { lockOwn, ownPurchase } from '../orders/own';
import { failOrder } from './end-order';
import { orderView, summaries } from './view-order';

const aPage = 20;

type Listing = Pick<
  Handlers<typeof calls, typeof rules>,
  'listOrders' | 'getOrder' | 'orderDetail' | 'cancelOrder'
>;

export const listOrdersHandlers: Listing = {
  async listOrders({ state, from }, { db, member, locale }) {
    const after = from === undefined ? undefined : readTimeAndId(from);
    const rows = await db.run
      .selectFrom('purchase')
      .selectAll()
      .where('member', '=', member)
      .$if(state !== undefined, (query) => query.where('state', '=', state!))
      .$if(!!after, (query) =>
        query.where((is) => is(is.refTuple('created_at', 'order_no'), '<', is.tuple(after!.at, after!.id))),
      )
      .orderBy('created_at', 'desc')
      .orderBy('order_no', 'desc')
      .limit(aPage + 1)
      .execute();
    const { items, next } = page(
      rows,
      aPage,
      (row) => row,
      ({ created_at, order_no }) => cursor(created_at.getTime(), order_no),
    );
    return { items: await summaries(db.run, items, locale), ...(next && { next }) };
  },

  getOrder: async ({ orderNo }, { db, member, locale }) =>
    orderView(db.run, await ownPurchase(db.run, member, orderNo), locale),

  orderDetail: (input, ctx) => listOrdersHandlers.getOrder(input, ctx),

  cancelOrder: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.cancelOrder, input, async () => {
        const order = await lockOwn(tx, ctx, input.orderNo);
        if (order.state === 1) throw new DomainError('orderPaid');
        if (order.state === -3) throw new DomainError('orderConfirming');
        if (order.state === 0) await failOrder(tx, order, 'canceled', ctx.now);
        return { state: -1 as const };
      }),
    ),
};
