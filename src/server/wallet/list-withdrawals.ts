import * as calls from '../../contract/wallet';
import type * as rules from '../../contract/wallet.rules';
import type { Handlers } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { cursor, page, readTimeAndId } from '../kernel/pagination';
import { advanceWithdrawal } from './advance-withdrawal';
import { withdrawalView } from './view';

const aPage = 20;

export const listWithdrawalsHandlers: Pick<
  Handlers<typeof calls, typeof rules>,
  'listWithdrawals' | 'getWithdrawal' | 'revokeWithdrawal'
> = {
  async listWithdrawals({ status, from }, { db, member, locale }) {
    const after = from === undefined ? undefined : readTimeAndId(from);
    const rows = await db.run
      .selectFrom('withdrawal')
      .selectAll()
      .where('member', '=', member)
      .$if(status !== undefined, (query) => query.where('status', '=', status!))
      .$if(!!after, (query) =>
        query.where((is) => is(is.refTuple('applied_at', 'id'), '<', is.tuple(after!.at, after!.id))),
      )
      .orderBy('applied_at', 'desc')
      .orderBy('id', 'desc')
      .limit(aPage + 1)
      .execute();
    return page(
      rows,
      aPage,
      (row) => withdrawalView(row, locale),
      ({ applied_at, id }) => cursor(applied_at.getTime(), id),
    );
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
        await advanceWithdrawal(tx, { id: input.id, member: ctx.member }, { status: 4 }, ctx.now);
        return { status: 4 as const };
      }),
    ),
};
