import type { Executor } from '../db/database';
import type { Settings } from '../settings/settings';
import { isDisabled, isIn, partnerOf } from './state';

/**
 * Implements `Services.mayWatch`: the partner may show screens, and the member has chosen them by name. Each watching needs the member's yes besides, so
 * there is no other standing permission.
 */
export async function mayWatch(
  settings: Settings,
  run: Executor,
  { member, partner }: { member: string; partner: string },
): Promise<boolean> {
  if (!canWatch(partnerOf(settings, partner))) return false;
  if (await isDisabled(run, partner)) return false;
  const link = await run
    .selectFrom('partner_member as p')
    .innerJoin('member as m', 'm.id', 'p.member')
    .select('p.features')
    .where('p.partner', '=', partner)
    .where('p.member', '=', member)
    .where('m.locked_at', 'is', null)
    .executeTakeFirst();
  return !!link && isIn(link.features, 'screen');
}

/** Whether the partner's record includes screens. */
export const canWatch = (partner: ReturnType<typeof partnerOf>): boolean =>
  !!partner?.features.includes('screen') && (!partner.scopes || partner.scopes.includes('screen:read'));
