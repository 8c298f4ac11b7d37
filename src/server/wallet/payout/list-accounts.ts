import type * as calls from '../../../contract/money/payout';
import type * as rules from '../../../contract/money/payout.rules';
import { me } from '../../auth/members';
import { defined } from '../../db/defined';
import type { Handlers } from '../../kernel/call-group';
import { mapPage, newestFirst } from '../../kernel/pagination';
import { countries } from './countries';
import { kindsFor } from './kinds';
import { offeredBanks } from './offer-banks';
import { payoutAccount } from './view';

export const listAccountsHandlers: Pick<
  Handlers<typeof calls, typeof rules>,
  'userAccountList' | 'bankList' | 'bankCountries'
> = {
  async userAccountList({ kind, from }, ctx) {
    const { db, member, locale, settings } = ctx;
    const { country } = await me(db.run, ctx);
    const own = db.run
      .selectFrom('payout_account')
      .selectAll()
      .where('member', '=', member)
      .where('removed_at', 'is', null)
      .where((is) => is.and(defined({ kind })));
    const accounts = await newestFirst(own, { at: 'at', id: 'id' }, from);
    return {
      ...mapPage(accounts, (row) => payoutAccount(row, locale, ctx.now)),
      kinds: kindsFor(settings, country),
    };
  },

  bankList: async (_, { db, locale }) => ({ items: await offeredBanks(db.run, locale) }),

  bankCountries: async (_, { locale }) => ({ items: countries(locale) }),
};
