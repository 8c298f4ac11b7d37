import { isChosenByName } from '../../contract/embed/features';
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

/**
 * Whether a feature is in a link's list of features with spaces between. A link without one, which the partner has made or which is older than the
 * choice, has all but those that a member chooses by name.
 */
export const isIn = (features: string | null | undefined, feature: string): boolean =>
  features ? features.split(' ').includes(feature) : !isChosenByName(feature);

/** Says of features whether the member has allowed the partner to show them. */
export async function allowedFeatures(
  run: Executor,
  { partner, member }: { partner: string; member: string },
): Promise<(feature: string) => boolean> {
  const link = await run
    .selectFrom('partner_member')
    .select('features')
    .where('partner', '=', partner)
    .where('member', '=', member)
    .executeTakeFirst();
  return (feature) => isIn(link?.features, feature);
}
