import { textIn } from '../../contract/wire/locale';
import { byAccount } from '../auth/members';
import { dayLength } from '../kernel/dates';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { notifyMember } from '../notices/notify-member';
import type { LiveRequest } from '../partners/go-live';
import type { Settings } from '../settings/settings';
import { connectRouteOf } from './connections';
import { endLink } from './links';
import { partnerOf } from './state';
import { endTokens } from './tokens';

type Deps = Pick<Gateway, 'db' | 'settings' | 'now'>;

function assertKnown(settings: Settings, id: string): void {
  if (!partnerOf(settings, id)) throw new DomainError('partnerMissing');
}

/** Every partner, with its number of linked members and whether it is switched off. */
export async function listPartners({ db, settings }: Deps) {
  const off = await db.run.selectFrom('partner_disabled').select('partner').execute();
  const links = await db.run
    .selectFrom('partner_member')
    .select(({ fn }) => ['partner', fn.countAll().as('members')])
    .groupBy('partner')
    .execute();
  const uses = await db.run.selectFrom('partner_key_use').selectAll().execute();
  const webhooks = await db.run.selectFrom('partner_hook').select(['partner', 'url']).execute();
  const asked = await db.run
    .selectFrom('partner')
    .select(['id', 'live', 'live_request', 'live_at'])
    .execute();
  const liveOf = (id: string) => {
    const row = asked.find((one) => one.id === id);
    return {
      live: row?.live ?? 'no',
      ...(row?.live_request && (JSON.parse(row.live_request) as LiveRequest)),
      ...(row?.live_at && { since: row.live_at }),
    };
  };
  return settings.partners.map(({ id, name, origins, features, keys }) => ({
    ...liveOf(id),
    id,
    name: name.en,
    origins,
    features,
    keys: keys.map(({ kid }) => ({
      kid,
      lastUsedAt: uses.find((use) => use.partner === id && use.kid === kid)?.used_at.toISOString(),
    })),
    webhooks: webhooks.filter(({ partner }) => partner === id).map(({ url }) => url),
    members: Number(links.find(({ partner }) => partner === id)?.members ?? 0),
    enabled: !off.some(({ partner }) => partner === id),
  }));
}

/** Switches a partner off, and ends every token of its pages. */
export const disablePartner = ({ db, settings, now }: Deps, id: string) =>
  db.tx(async (tx) => {
    assertKnown(settings, id);
    await tx
      .insertInto('partner_disabled')
      .values({ partner: id, at: new Date(now()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await endTokens(tx, { partner: id });
    return { id, enabled: false };
  });

export async function enablePartner({ db, settings }: Deps, id: string) {
  assertKnown(settings, id);
  await db.run.deleteFrom('partner_disabled').where('partner', '=', id).execute();
  return { id, enabled: true };
}

/** Milliseconds that a member has to agree. */
const asksFor = 7 * dayLength;

/**
 * Asks a member to connect their account with a partner, in a message with our page of consent. The connection is made as for any other
 * customer: the member agrees, and the partner's server confirms whose session the browser has. `reference`: the partner's name of the
 * customer, or else the username.
 */
export async function askToConnect(
  gateway: Deps & Pick<Gateway, 'fileSecret'>,
  id: string,
  input: { account: string; reference?: string | undefined },
) {
  const { db, settings, now } = gateway;
  const partner = partnerOf(settings, id);
  if (!partner) throw new DomainError('partnerMissing');
  const member = await byAccount(db.run, input.account);
  if (!member) throw new DomainError('memberMissing');
  const reference = input.reference ?? member.username;
  const before = await db.run
    .selectFrom('partner_member')
    .select('member')
    .where('partner', '=', id)
    .where(({ eb, or }) => or([eb('reference', '=', reference), eb('member', '=', member.id)]))
    .executeTakeFirst();
  if (before) throw new DomainError('partnerLinked');
  const origin = partner.origins.find((one) => !one.includes('*'));
  if (!origin) throw new DomainError('partnerWithoutSite');
  const name = textIn(partner.name, member.country === 'cn' ? 'zh' : 'en');
  const link = connectRouteOf(gateway, partner, { member: reference, origin }, asksFor);
  await db.tx((tx) => notifyMember(tx, member.id, { kind: 'partnerAsks', values: { name }, link }, now()));
  return { partner: id, reference, member: member.id };
}

/** Ends the link, and the partner's tokens for the member. */
export const unlinkMember = ({ db, settings, now }: Deps, partner: string, reference: string) =>
  db.tx(async (tx) => {
    assertKnown(settings, partner);
    if (!(await endLink(tx, { partner, reference }, now()))) throw new DomainError('memberMissing');
    return { partner, reference };
  });
