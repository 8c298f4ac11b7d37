import * as calls from '../../contract/buying/orders';
import type * as rules from '../../contract/buying/orders.rules';
import type { Handlers } from '../kernel/call-group';
import { reserve } from '../payments/usdt/reserve';
import { placeOrder } from './place-order';

type Buying = Pick<
  Handlers<typeof calls, typeof rules>,
  'addByMoney' | 'addUserOrder' | 'addUserUsdt' | 'addByIntegral' | 'addByCloudBeans' | 'submitState'
>;

export const buyHandlers: Buying = {
  addByMoney: (input, ctx) => placeOrder(ctx, calls.addByMoney, input, 'balance'),
  addUserOrder: (input, ctx) => placeOrder(ctx, calls.addUserOrder, input, input.channel),
  addUserUsdt: (input, ctx) =>
    placeOrder(ctx, calls.addUserUsdt, input, 'usdt', async (tx, orderNo, total) => {
      const deadline = ctx.now + ctx.settings.orderTtl;
      const until = await reserve(
        tx,
        ctx.settings,
        { orderNo, member: ctx.member, total, deadline },
        ctx.now,
      );
      await tx
        .updateTable('purchase')
        .set({ expires_at: new Date(until) })
        .where('member', '=', ctx.member)
        .where('order_no', '=', orderNo)
        .execute();
    }),
  addByIntegral: (input, ctx) => placeOrder(ctx, calls.addByIntegral, input, 'points'),
  addByCloudBeans: (input, ctx) => placeOrder(ctx, calls.addByCloudBeans, input, 'cloudBeans'),

  async submitState({ requestKey }, { db, member }) {
    const made = await db.run
      .selectFrom('purchase')
      .select(['order_no', 'state', 'total'])
      .where('member', '=', member)
      .where('request_key', '=', requestKey.toLowerCase())
      .executeTakeFirst();
    return made ? { order: { orderNo: made.order_no, state: made.state, total: made.total } } : {};
  },
};
