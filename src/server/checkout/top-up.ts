import { OrderState } from '../../contract/buying/orders';
import { aboutMethod } from '../../contract/buying/payment-methods';
import * as calls from '../../contract/buying/payments';
import type * as rules from '../../contract/buying/payments.rules';
import { assertPhone } from '../auth/assert-phone';
import { me } from '../auth/members';
import type { Handlers } from '../kernel/call-group';
import { idempotent } from '../kernel/idempotency';
import { assertOffered } from '../payments/methods';
import { writeParts } from '../payments/parts';
import { reserve } from '../payments/usdt/reserve';
import { insertOrder, newOrder } from './insert-order';
import { assertFewWaiting } from './waiting-orders';

/**
 * A top-up through a provider or the chain is an order of balance: it has no goods, is paid like any other order, in parts above the
 * online limit, and is credited when the last part has arrived (`receive-payment.ts`). A top-up by bank transfer is a remittance
 * (`remit.ts`).
 */
export const topUpHandlers: Pick<Handlers<typeof calls, typeof rules>, 'topUp'> = {
  topUp: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.topUp, input, async () => {
        const { amount, phone, way, requestKey } = input;
        const { id, country } = await me(tx, ctx);
        assertOffered(ctx.settings, country, ctx.appid, way);
        assertPhone(country, phone, 'phone');
        await assertFewWaiting(tx, id, { total: amount, lines: [] });
        const order = newOrder(
          ctx,
          {
            request_key: requestKey,
            way,
            currency: aboutMethod(way).currency,
            amount,
            discount: 0,
            total: amount,
            coupon: null,
            address: null,
            top_up: true,
            phone,
          },
          { isPaid: false },
        );
        await insertOrder(tx, order);
        const { order_no: orderNo } = order;
        await writeParts(tx, { orderNo, member: id }, amount, way);
        if (way === 'usdt') {
          const deadline = ctx.now + ctx.settings.orderTtl;
          await reserve(tx, ctx.settings, { orderNo, member: id, total: amount, deadline }, ctx.now);
        }
        return { orderNo, state: OrderState.waiting, total: amount };
      }),
    ),
};
