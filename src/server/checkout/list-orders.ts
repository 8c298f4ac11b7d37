import type { ExpressionBuilder } from 'kysely';
import * as calls from '../../contract/buying/orders';
import { OrderState } from '../../contract/buying/orders';
import type * as rules from '../../contract/buying/orders.rules';
import { defined } from '../db/defined';
import type { Handlers } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { likePattern } from '../kernel/like-pattern';
import { newestFirst } from '../kernel/pagination';
import { lockOwn, ownPurchase } from '../orders/own';
import type { Tables } from '../schema/tables';
import { failOrder } from './end-order';
import { orderView, summaries } from './view-order';

type Listing = Pick<
  Handlers<typeof calls, typeof rules>,
  'listOrders' | 'waitingOrders' | 'getOrder' | 'orderDetail' | 'cancelOrder'
>;

/** Orders whose number, or the name of whose goods in any language, matches a pattern. */
const hasText = (is: ExpressionBuilder<Tables, 'purchase'>, pattern: string) =>
  is.or([
    is('order_no', 'ilike', pattern),
    is.exists(
      is
        .selectFrom('purchase_line as l')
        .select('l.order_no')
        .whereRef('l.order_no', '=', 'purchase.order_no')
        .whereRef('l.member', '=', 'purchase.member')
        .where((line) =>
          line.or(
            (['l.name_en', 'l.name_zh', 'l.texts'] as const).map((name) => line(name, 'ilike', pattern)),
          ),
        ),
    ),
  ]);

export const listOrdersHandlers: Listing = {
  async listOrders({ state, keyword, from }, { db, member, locale }) {
    const own = db.run
      .selectFrom('purchase')
      .selectAll()
      .where('member', '=', member)
      .where('top_up', '=', false)
      .where((is) => is.and(defined({ state })))
      .where((is) => (keyword ? hasText(is, likePattern(keyword)) : is.and([])));
    const { items, next } = await newestFirst(own, { at: 'created_at', id: 'order_no' }, from);
    return { items: await summaries(db.run, items, locale), ...(next && { next }) };
  },

  async waitingOrders(_, { db, member }) {
    const own = db.run
      .selectFrom('purchase as p')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('p.member', '=', member);
    const goods = own.where('p.top_up', '=', false);
    const unpaid = goods.where('p.state', '=', OrderState.waiting);
    const confirming = goods.where('p.state', '=', OrderState.confirming);
    const unsigned = own
      .where('p.state', '=', OrderState.successful)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('purchase_line as l')
            .select('l.order_no')
            .whereRef('l.order_no', '=', 'p.order_no')
            .whereRef('l.member', '=', 'p.member')
            .where('l.category', '=', 'machines'),
        ),
      )
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('signature as s')
              .select('s.order_no')
              .whereRef('s.order_no', '=', 'p.order_no')
              .whereRef('s.member', '=', 'p.member'),
          ),
        ),
      );
    const counts = await db.run
      .selectNoFrom([unpaid.as('unpaid'), confirming.as('confirming'), unsigned.as('unsigned')])
      .executeTakeFirstOrThrow();
    return {
      unpaid: Number(counts.unpaid),
      confirming: Number(counts.confirming),
      unsigned: Number(counts.unsigned),
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
