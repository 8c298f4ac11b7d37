import * as calls from '../../contract/money/wallet';
import { WithdrawalStatus } from '../../contract/money/wallet';
import type * as rules from '../../contract/money/wallet.rules';
import { defined } from '../db/defined';
import type { Handlers } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { mapPage, newestFirst } from '../kernel/pagination';
import { advanceWithdrawal } from './advance-withdrawal';
import { withdrawalView } from './view';

export const listWithdrawalsHandlers: Pick<
  Handlers<typeof calls, typeof rules>,
  'listWithdrawals' | 'getWithdrawal' | 'revokeWithdrawal'
> = {
  async listWithdrawals({ status, from }, { db, member, locale }) {
    const own = db.run
      .selectFrom('withdrawal')
      .selectAll()
      .where('member', '=', member)
      .where((is) => is.and(defined({ status })));
    const rows = await newestFirst(own, { at: 'applied_at', id: 'id' }, from);
    return mapPage(rows, (row) => withdrawalView(row, locale));
  },

  async getWithdrawal({ id }, { db, member, locale }) {
    const row = await db.run
      .selectFrom('withdrawal')
      .selectAll()
      .where((is) => is.or([is('id', '=', id), is('number', '=', id)]))
      .where('member', '=', member)
      .executeTakeFirst();
    if (!row) throw new DomainError('withdrawalMissing');
    return withdrawalView(row, locale);
  },

  revokeWithdrawal: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.revokeWithdrawal, input, async () => {
        await advanceWithdrawal(
          tx,
          { id: input.id, member: ctx.member },
          { status: WithdrawalStatus.revoked },
          ctx.now,
        );
        return { status: WithdrawalStatus.revoked };
      }),
    ),
};
