import type { Selectable } from 'kysely';
import type * as calls from '../../contract/buying/payments';
import type { Recharge } from '../../contract/buying/payments';
import type * as rules from '../../contract/buying/payments.rules';
import { me } from '../auth/members';
import type { Handlers } from '../kernel/call-group';
import { mapPage, newestFirst } from '../kernel/pagination';
import { isSandbox, payeeFor } from '../payments/methods';
import type { PaymentTables } from '../payments/tables';

const recharge = ({ id, amount, state, reason, at }: Selectable<PaymentTables['remittance']>): Recharge => ({
  id,
  amount,
  state,
  ...(reason && { reason }),
  at: at.toISOString(),
});

export const rechargeHandlers: Pick<Handlers<typeof calls, typeof rules>, 'listRecharges'> = {
  async listRecharges({ from }, ctx) {
    const { db, member, settings } = ctx;
    const own = db.run
      .selectFrom('remittance')
      .selectAll()
      .where('member', '=', member)
      .where('order_no', 'is', null);
    const { username } = await me(db.run, ctx);
    return {
      ...mapPage(await newestFirst(own, { at: 'at', id: 'id' }, from), recharge),
      ...(settings.payee.accountNumber && { payee: payeeFor(settings, username) }),
      sandbox: isSandbox('remittance', settings),
    };
  },
};
