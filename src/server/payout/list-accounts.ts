import type * as calls from '../../contract/payout';
import type * as rules from '../../contract/payout.rules';
import { me } from '../auth/members';
import type { Handlers } from '../kernel/call-group';
import { cursor, page, readTimeAndId } from '../kernel/pagination';
import { banksFor } from './banks';
import { kindsFor } from './kinds';
import { payoutAccount } from './view';

const aPage = 20;

export const listAccountsHandlers: Pick<
  Handlers<typeof calls, typeof rules>,
  'userAccountList' | 'bankList'
> = {
  async userAccountList({ kind, from }, ctx) {
    const { db, member, locale, settings } = ctx;
    const after = from === undefined ? undefined : readTimeAndId(from);
    const { country } = await me(db.run, ctx);
    const rows = await db.run
      .selectFrom('payout_account')
      .selectAll()
      .where('member', '=', member)
      .where('removed_at', 'is', null)
      .$if(!!kind, (query) => query.where('kind', '=', kind!))
      .$if(!!after, (query) =>
        query.where((is) => is(is.refTuple('at', 'id'), '<', is.tuple(after!.at, after!.id))),
      )
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(aPage + 1)
      .execute();
    const { items, next } = page(
      rows,
      aPage,
      (row) => payoutAccount(row, locale),
      ({ at, id }) => cursor(at.getTime(), id),
    );
    return { items, ...(next && { next }), kinds: kindsFor(settings, country) };
  },

  async bankList(_, ctx) {
    const { country } = await me(ctx.db.run, ctx);
    return { items: banksFor(country, ctx.locale) };
  },
};
