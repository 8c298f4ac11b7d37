import type { OrderRefund } from '../../../contract/buying/orders';
import type { Executor } from '../../db/database';
import type { Purchase } from '../../orders/own';

/** The refunds of an order, and where they went; oldest first. */
export async function refundsOf(
  run: Executor,
  { order_no, member, refunded, currency }: Purchase,
): Promise<OrderRefund[]> {
  const rows = await run
    .selectFrom('provider_refund')
    .select(['way', 'amount', 'state', 'at', 'ended_at'])
    .where('member', '=', member)
    .where('order_no', '=', order_no)
    .orderBy('at')
    .orderBy('number')
    .execute();
  const sent = rows.map(({ way, amount, state, at, ended_at }): OrderRefund => {
    const isOver = state !== 'underWay' && state !== 'failed';
    return {
      to: state === 'balance' ? 'balance' : way,
      amount,
      // the member need not act on one that failed: it is sent again or credited
      state: isOver ? 'done' : 'underWay',
      at: ((isOver && ended_at) || at).toISOString(),
    };
  });
  const rest = refunded - rows.reduce((sum, { amount }) => sum + amount, 0);
  const to = currency === 'money' ? 'balance' : currency;
  return rest > 0 ? [...sent, { to, amount: rest, state: 'done' }] : sent;
}
