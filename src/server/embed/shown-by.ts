import { featureOf } from '../../contract/embed/features';
import type { Executor } from '../db/database';
import type { PartnersToken } from '../kernel/services';
import type { Settings } from '../settings/settings';
import { hostOf } from './own-site';
import { isDisabled } from './state';

/** Milliseconds after the end of a token within which a page that is open has replaced it. */
export const renewalMs = 120_000;

/** Implements `Services.isShownByPartner`. */
export async function isShownByPartner(
  settings: Settings,
  run: Executor,
  { member, partner, scope }: PartnersToken,
  now: number,
): Promise<boolean> {
  const feature = featureOf(scope);
  if (!feature || !hostOf(settings, partner)?.features.includes(feature)) return false;
  if (await isDisabled(run, partner)) return false;
  const tokens = await run
    .selectFrom('embed_token')
    .select('scopes')
    .where('member', '=', member)
    .where('partner', '=', partner)
    .where('expires_at', '>', new Date(now - renewalMs))
    .execute();
  return tokens.some(({ scopes }) => scopes.split(' ').includes(scope));
}
