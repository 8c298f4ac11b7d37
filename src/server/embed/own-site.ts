import { embedFeatures } from '../../contract/embed/features';
import type * as calls from '../../contract/site/web';
import type * as rules from '../../contract/site/web.rules';
import type { Handlers } from '../kernel/call-group';
import { attempt } from '../kernel/rate-limit';
import { RequestRejected } from '../kernel/request-rejected';
import type { Partner } from '../settings/partners';
import type { Settings } from '../settings/settings';
import { partnerOf } from './state';
import { issueToken } from './tokens';

/**
 * The id of our own pages, where a partner's id would be. Partners' ids begin with `p_`, so no request can be signed as this
 * one.
 */
const ownSite = 'own';

/** The site of an embed: a partner, or ourselves. Our own pages have no secret, and no frame document. */
export const hostOf = (settings: Settings, id: string): Omit<Partner, 'keys'> | undefined =>
  id === ownSite
    ? {
        id,
        name: { en: 'Cloudphone', zh: 'Cloudphone' },
        origins: [new URL(settings.publicUrl).origin],
        features: Object.keys(embedFeatures) as Partner['features'],
      }
    : partnerOf(settings, id);

/** Lifetime of a token in seconds. */
const ttlSeconds = 300;
const perMember = { max: 120, window: 60_000 };

/** A token for our own origin with all scopes of the feature; movements of money are confirmed in the secure document. */
export const embedToken: Handlers<typeof calls, typeof rules>['embedToken'] = async (
  { feature },
  { db, member, now, settings },
) => {
  const limit = await attempt(db.run, `mint:${ownSite}:${member}`, perMember, now);
  if (!limit.allowed) throw new RequestRejected('rate');
  const { origin } = new URL(settings.publicUrl);
  const about = { partner: ownSite, member, feature, scopes: [...embedFeatures[feature].scopes], origin };
  return { token: await issueToken(db.run, about, ttlSeconds, now), expiresIn: ttlSeconds };
};
