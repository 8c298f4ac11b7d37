import type { Executor } from '../db/database';
import type { Partner } from '../settings/partners';
import type { Settings } from '../settings/settings';

export const partnerOf = ({ partners }: Settings, id: string): Partner | undefined =>
  partners.find((one) => one.id === id);

/** Whether the operator has switched off the partner. */
export const isDisabled = async (run: Executor, partner: string): Promise<boolean> =>
  !!(await run
    .selectFrom('partner_disabled')
    .select('partner')
    .where('partner', '=', partner)
    .executeTakeFirst());

/** The member with a partner's `reference`, if the partner is linked to them. */
export async function memberOf(
  run: Executor,
  partner: string,
  reference: string,
): Promise<string | undefined> {
  const found = await run
    .selectFrom('partner_member as p')
    .innerJoin('member as m', 'm.id', 'p.member')
    .select('p.member')
    .where('p.partner', '=', partner)
    .where('p.reference', '=', reference)
    .where('m.locked_at', 'is', null)
    .executeTakeFirst();
  return found?.member;
}

/** Whether a feature is in a list of features with spaces between. */
export const isIn = (features: string, feature: string): boolean => features.split(' ').includes(feature);

/** Whether the member has allowed the partner to show a feature. */
export async function isAllowedFeature(
  run: Executor,
  { partner, member, feature }: { partner: string; member: string; feature: string },
): Promise<boolean> {
  const link = await run
    .selectFrom('partner_member')
    .select('features')
    .where('partner', '=', partner)
    .where('member', '=', member)
    .executeTakeFirst();
  return !link?.features || isIn(link.features, feature);
}
