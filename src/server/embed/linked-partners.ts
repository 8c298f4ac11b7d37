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
import { isIn, partnerOf } from './state';

type Linked = Pick<
  Handlers<typeof calls, typeof rules>,
  'listPartners' | 'unlinkPartner' | 'partnerConnection' | 'connectPartner' | 'declinePartner'
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
    const { reference, site, feature } = connection;
    const name = textIn(partner.name, ctx.locale);
    // before sign-in the page names the partner that asks, but not the customer that it asks about
    if (!ctx.member) return { name, site, reference: '', features: [], granted: [], linked: false };
    const before = await ctx.db.run
      .selectFrom('partner_member')
      .select(['reference', 'features'])
      .where('partner', '=', partner.id)
      .where('member', '=', ctx.member)
      .executeTakeFirst();
    const { features } = partner;
    const own = before?.reference === reference;
    const granted = own ? features.filter((one) => isIn(before.features, one)) : [];
    const asked = features.find((one) => one === feature);
    return {
      name,
      site,
      reference,
      features,
      granted,
      ...(asked && { asked }),
      linked: own && (!asked || granted.includes(asked)),
    };
  },

  async connectPartner({ request, features }, ctx) {
    const { connection, partner } = requested(request, ctx);
    const allowed = partner.features.filter((one) => !features || features.includes(one));
    if (!allowed.length) throw new DomainError('connectionEnded');
    return {
      returnTo: await agree(connection, { name: textIn(partner.name, ctx.locale), features: allowed }, ctx),
    };
  },

  async declinePartner({ request }, ctx) {
    const url = new URL(requested(request, ctx).connection.returnTo);
    url.searchParams.set('error', 'access_denied');
    return { returnTo: url.href };
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
