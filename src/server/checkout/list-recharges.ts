import { sql } from 'kysely';
import { OrderState } from '../../contract/buying/orders';
import type { PaymentMethod } from '../../contract/buying/payment-methods';
import type * as calls from '../../contract/buying/payments';
import type { Recharge } from '../../contract/buying/payments';
import type * as rules from '../../contract/buying/payments.rules';
import { me } from '../auth/members';
import type { Executor } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import { mapPage, newestFirst } from '../kernel/pagination';
import { isSandbox, payeeFor } from '../payments/methods';

interface Row {
  id: string;
  order_no: string | null;
  way: PaymentMethod;
  amount: number;
  state: Recharge['state'];
  reason: string | null;
  at: Date;
}

/** Bank transfers to the balance, and top-ups that were paid or can still be paid. */
function topUps(run: Executor, member: string) {
  const remitted = run
    .selectFrom('remittance')
    .where('member', '=', member)
    .where('order_no', 'is', null)
    .select(['id', 'amount', 'at', sql<string | null>`order_no`.as('order_no')])
    .select([sql<PaymentMethod>`'remittance'`.as('way'), sql<Recharge['state']>`state`.as('state')])
    .select(sql<string | null>`reason`.as('reason'));
  const state = sql<Recharge['state']>`case state
    when ${sql.lit(OrderState.waiting)} then 'waiting'
    when ${sql.lit(OrderState.confirming)} then 'auditing'
    else 'approved' end`;
  const ordered = run
    .selectFrom('purchase')
    .where('member', '=', member)
    .where('top_up', '=', true)
    .where('state', '<>', OrderState.failed)
    .select(['order_no as id', 'total as amount', 'created_at as at'])
    .select([sql<string | null>`order_no`.as('order_no'), sql<PaymentMethod>`way`.as('way')])
    .select([state.as('state'), sql<string | null>`null`.as('reason')]);
  return run.selectFrom(remitted.unionAll(ordered).as('recharge')).selectAll();
}

const recharge = ({ id, order_no, way, amount, state, reason, at }: Row): Recharge => ({
  id,
  ...(order_no && { orderNo: order_no }),
  way,
  amount,
  state,
  ...(reason && { reason }),
  at: at.toISOString(),
});

export const rechargeHandlers: Pick<Handlers<typeof calls, typeof rules>, 'listRecharges'> = {
  async listRecharges({ from }, ctx) {
    const { db, member, settings } = ctx;
    const { username } = await me(db.run, ctx);
    return {
      ...mapPage(await newestFirst(topUps(db.run, member), { at: 'at', id: 'id' }, from), recharge),
      ...(settings.payee.accountNumber && { payee: payeeFor(settings, username) }),
      sandbox: isSandbox('remittance', settings),
    };
  },
};
