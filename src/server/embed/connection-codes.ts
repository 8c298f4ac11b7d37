import { randomBytes } from 'node:crypto';
import type { EmbedFeature } from '../../contract/embed/features';
import { textIn } from '../../contract/wire/locale';
import { agreeToPartner } from '../agreements/agree';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { sha256 } from '../kernel/sha256';
import type { Partner } from '../settings/partners';
import type { Connection } from './connections';
import { addLink, allow } from './links';
import { PartnerRefused } from './refusals';
import { isDisabled } from './state';

/** Milliseconds that a code is valid: the customer may have to sign in to the partner's site again. */
const ttlMs = 300_000;

/**
 * Records that a member agrees to a connection, and returns the partner's address with a code that works once. The connection is
 * made later: somebody else may have led the member here, so the partner's server must first confirm whose session the browser
 * has there (`redeemCode`).
 */
export async function agree(
  { partner, reference, returnTo, site }: Connection,
  { name, features }: { name: string; features: readonly EmbedFeature[] },
  ctx: RequestContext,
): Promise<string> {
  const { db, member, now, locale } = ctx;
  if (await isDisabled(db.run, partner)) throw new DomainError('partnerMissing');
  const others = await db.run
    .selectFrom('partner_member')
    .select(['reference', 'member'])
    .where('partner', '=', partner)
    .where(({ eb, or }) => or([eb('reference', '=', reference), eb('member', '=', member)]))
    .execute();
  if (others.some((one) => one.reference !== reference || one.member !== member))
    throw new DomainError('partnerLinked');
  const code = randomBytes(32).toString('base64url');
  await db.tx(async (tx) => {
    await agreeToPartner(tx, member, { id: partner, name, site, reference, features }, ctx);
    // only the newest is valid
    await tx
      .deleteFrom('connection_code')
      .where('partner', '=', partner)
      .where('member', '=', member)
      .execute();
    await tx
      .insertInto('connection_code')
      .values({
        hash: sha256(code),
        partner,
        reference,
        member,
        features: features.join(' '),
        locale,
        expires_at: new Date(now + ttlMs),
      })
      .execute();
  });
  const url = new URL(returnTo);
  url.searchParams.set('cloudphone_code', code);
  return url.href;
}

/**
 * Makes the agreed connection: the partner's server received the code from its customer's browser, and names the customer of that
 * session. A code is consumed by any attempt, including one for the wrong customer; another partner's code is reported as unknown.
 */
export async function redeemCode(
  partner: Partner,
  { member: reference, code }: { member: string; code: string },
  { db, now, tell }: Pick<Gateway, 'db' | 'now' | 'tell'>,
): Promise<void> {
  const at = now();
  const made = await db.tx(async (tx) => {
    const found = await tx
      .deleteFrom('connection_code')
      .where('hash', '=', sha256(code))
      .where('partner', '=', partner.id)
      .returning(['reference', 'member', 'features', 'locale', 'expires_at'])
      .executeTakeFirst();
    if (!found) return 'unknown';
    if (found.expires_at.getTime() <= at) return 'late';
    if (found.reference !== reference) return 'other';
    const { member, locale, features } = found;
    const there = await tx
      .selectFrom('member')
      .select('id')
      .where('id', '=', member)
      .where('locked_at', 'is', null)
      .executeTakeFirst();
    if (!there) return 'unknown';
    const link = await addLink(tx, { partner: partner.id, reference, member }, at);
    if (link === 'linked') await allow(tx, { partner: partner.id, member }, features, at);
    if (link === 'linked')
      await tell(tx, member, { kind: 'partnerLinked', values: { name: textIn(partner.name, locale) } }, at);
    return link === 'linked' ? 'linked' : 'taken';
  });
  if (made === 'linked') return;
  if (made === 'taken')
    throw new PartnerRefused('reference_taken', `${reference}, or the member, is linked otherwise by now`);
  throw new PartnerRefused('code_refused', refused[made]);
}

const refused = {
  unknown: 'There is no such code, or it was used before',
  late: 'The code is older than 5 minutes: lead your customer to connectUrl again',
  other: 'Another customer began this: the one who is signed in on your site has to agree themselves',
};
