import { textIn } from '../../contract/wire/locale';
import { byAccount } from '../auth/members';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { notifyMember } from '../notices/notify-member';
import type { LiveRequest } from '../partners/go-live';
import type { Settings } from '../settings/settings';
import { addLink, endLink } from './links';
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

/**
 * Lets a partner request tokens for a member, who has not been asked, and receives a message at once. The partner's name of the member is `reference`, or
 * else the username.
 */
export async function linkMember(
  { db, settings, now }: Deps,
  partner: string,
  input: { account: string; reference?: string | undefined },
) {
  assertKnown(settings, partner);
  const member = await byAccount(db.run, input.account);
  if (!member) throw new DomainError('memberMissing');
  const reference = input.reference ?? member.username;
  const before = await db.run
    .selectFrom('partner_member')
    .select('member')
    .where('partner', '=', partner)
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (before) throw new DomainError('partnerLinked');
  await db.tx(async (tx) => {
    if ((await addLink(tx, { partner, reference, member: member.id }, now())) !== 'linked')
      throw new DomainError('partnerLinked');
    const name = textIn(partnerOf(settings, partner)?.name ?? {}, member.country === 'cn' ? 'zh' : 'en');
    const link = 'pages/mine/signedIn';
    await notifyMember(tx, member.id, { kind: 'partnerLinked', values: { name }, link }, now());
  });
  return { partner, reference, member: member.id };
}

/** Ends the link, and the partner's tokens for the member. */
export const unlinkMember = ({ db, settings, now }: Deps, partner: string, reference: string) =>
  db.tx(async (tx) => {
    assertKnown(settings, partner);
    if (!(await endLink(tx, { partner, reference }, now()))) throw new DomainError('memberMissing');
    return { partner, reference };
  });
