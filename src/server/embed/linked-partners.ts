import type * as calls from '../../contract/site/web';
import type * as rules from '../../contract/site/web.rules';
import { textIn } from '../../contract/wire/locale';
import type { Handlers } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { isListed } from '../settings/partner-origins';
import { agree } from './connection-codes';
import { readConnection } from './connections';
import { endLink } from './links';
import { partnerOf } from './state';

type Linked = Pick<
  Handlers<typeof calls, typeof rules>,
  'listPartners' | 'unlinkPartner' | 'partnerConnection' | 'connectPartner'
>;

/** Sites that may show the member's data; the member can list and end these links. */
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
        const configured = partnerOf(settings, partner);
        return {
          id: partner,
          // a partner that is not in the settings any more cannot act; its id replaces its name
          name: configured ? textIn(configured.name, locale) : partner,
          reference,
          origins: configured?.origins ?? [],
          since: at.toISOString(),
        };
      }),
    };
  },

  async unlinkPartner({ partner }, { db, member, now }) {
    await db.tx((tx) => endLink(tx, { partner, member }, now));
    return {};
  },

  async partnerConnection({ request }, ctx): Promise<calls.PartnerConnection> {
    const { connection, partner } = requested(request, ctx);
    const { reference, site } = connection;
    const before = await ctx.db.run
      .selectFrom('partner_member')
      .select('reference')
      .where('partner', '=', partner.id)
      .where('member', '=', ctx.member)
      .executeTakeFirst();
    const { features } = partner;
    return {
      name: textIn(partner.name, ctx.locale),
      site,
      reference,
      features,
      linked: before?.reference === reference,
    };
  },

  async connectPartner({ request }, ctx) {
    return { returnTo: await agree(requested(request, ctx).connection, ctx) };
  },
};

/** The connection of a request; refused if the request is unknown or too old. */
function requested(request: string, { fileSecret, settings, now }: RequestContext) {
  const connection = readConnection(fileSecret, request, now);
  const partner = connection && partnerOf(settings, connection.partner);
  if (!connection || !partner || !isListed(partner.origins, connection.site))
    throw new DomainError('connectionEnded');
  return { connection, partner };
}
