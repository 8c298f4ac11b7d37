import type * as calls from '../../contract/web';
import type * as rules from '../../contract/web.rules';
import type { Handlers } from '../kernel/call-group';
import { partnerOf } from './state';
import { endTokens } from './tokens';

type Linked = Pick<Handlers<typeof calls, typeof rules>, 'listPartners' | 'unlinkPartner'>;

/** Sites that may show the member something of theirs, as the member sees and ends it. */
export const linkedPartnerHandlers: Linked = {
  async listPartners(_, { db, member, settings, locale }) {
    const rows = await db.run
      .selectFrom('partner_member')
      .select(['partner', 'reference', 'at'])
      .where('member', '=', member)
      .orderBy('at', 'desc')
      .orderBy('partner')
      .execute();
    return {
      items: rows.map(({ partner, reference, at }) => {
        const known = partnerOf(settings, partner);
        return {
          id: partner,
          // one that has left the settings can do nothing, and is said by its id
          name: known?.name[locale] ?? partner,
          reference,
          origins: known?.origins ?? [],
          since: at.toISOString(),
        };
      }),
    };
  },

  async unlinkPartner({ partner }, { db, member }) {
    await db.tx(async (tx) => {
      await tx
        .deleteFrom('partner_member')
        .where('partner', '=', partner)
        .where('member', '=', member)
        .execute();
      await endTokens(tx, { partner, member });
    });
    return {};
  },
};
