import * as calls from '../../contract/orders';
import type * as rules from '../../contract/orders.rules';
import type { Handlers } from '../kernel/call-group';
import { reserve } from '../payments/usdt/reserve';
import { place } from './place-order';

type Buying = Pick<
  Handlers<typeof calls, typeof rules>,
  'addByMoney' | 'addUserOrder' | 'addUserUsdt' | 'addByIntegral' | 'addByCloudBeans' | 'submitState'
>;

export const buying: Buying = {
  addByMoney: (input, asked) => place(asked, calls.addByMoney, input, 'balance'),
  addUserOrder: (input, asked) => place(asked, calls.addUserOrder, input, input.channel),
  addUserUsdt: (input, asked) =>
    place(asked, calls.addUserUsdt, input, 'usdt', (tx, orderNo, total) =>
      reserve(tx, asked.settings, { orderNo, total }, asked.now),
    ),
  addByIntegral: (input, asked) => place(asked, calls.addByIntegral, input, 'points'),
  addByCloudBeans: (input, asked) => place(asked, calls.addByCloudBeans, input, 'cloudBeans'),

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
