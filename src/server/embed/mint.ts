import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import {
  type EmbedFeature,
  type EmbedScope,
  embedFeatures,
  otherFeatureOf,
} from '../../contract/embed/features';
import type { Gateway } from '../kernel/gateway';
import { attempt } from '../kernel/rate-limit';
import { isListed } from '../settings/partner-origins';
import type { Partner } from '../settings/partners';
import { connectUrlOf } from './connections';
import { endpoint, operation, origin, reference, requestId, returnTo } from './partner-api';
import { PartnerRefused } from './refusals';
import { assertEnabled } from './signed-request';
import { allowedFeatures, memberOf } from './state';
import { issueToken } from './tokens';

/** Lifetime of a token in seconds. */
const defaultTtl = 300;
const maxTtl = 900;
const perPartner = { max: 6000, window: 60_000 };
const perMember = { max: 120, window: 60_000 };

const rules = v.strictObject({
  member: reference,
  feature: v.pipe(v.string(), v.maxLength(40), v.description('The feature that the page shows')),
  scopes: v.optional(
    v.pipe(
      v.union([
        v.literal('all'),
        v.pipe(v.array(v.pipe(v.string(), v.maxLength(40))), v.minLength(1), v.maxLength(20)),
      ]),
      v.description('`all`, or scopes of the feature; without them, a token is read-only'),
    ),
  ),
  origin,
  returnTo: v.optional(returnTo),
  ttl: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(30), v.maxValue(maxTtl), v.description('Lifetime in seconds')),
    defaultTtl,
  ),
});
type Order = v.InferOutput<typeof rules>;

/** The token and its data for the page. */
export const token = v.strictObject({
  token: v.pipe(v.string(), v.description('For the page that asked; begins with et_')),
  expiresIn: v.pipe(v.number(), v.integer(), v.description('Lifetime in seconds')),
  subject: v.pipe(
    v.string(),
    v.description('Identifies the member to your page; the same for every token of the customer'),
  ),
  test: v.optional(v.pipe(v.literal(true), v.description('Of a gateway in test mode'))),
  requestId,
});
type Token = Omit<v.InferOutput<typeof token>, 'requestId'>;

/**
 * The requested scopes, or by default those that only read; never a scope that the feature or the partner does not have. `refuse`: the member
 * has not allowed the other feature to which a requested scope belongs; scopes that were not named are left out instead.
 */
function scopesFor(
  { features, scopes: own }: Partner,
  feature: EmbedFeature,
  requested: string[] | 'all' | undefined,
  isAllowed: (feature: string) => boolean,
  refuse: (feature: EmbedFeature) => never,
): EmbedScope[] {
  const ofFeature: readonly EmbedScope[] = embedFeatures[feature].scopes;
  const otherOf = (scope: EmbedScope) => otherFeatureOf(scope, feature);
  const all = ofFeature.filter((one) => {
    const other = otherOf(one);
    return (!own || own.includes(one)) && (!other || features.includes(other));
  });
  if (!requested || requested === 'all')
    return all.filter((one) => {
      const other = otherOf(one);
      return (requested || one.endsWith(':read')) && (!other || isAllowed(other));
    });
  const other = requested.find((one) => !all.includes(one as EmbedScope));
  if (other)
    throw new PartnerRefused(
      'scope_not_allowed',
      `${feature} has no scope ${other} for you, only ${all.join(', ')}`,
    );
  const scopes = [...new Set(requested as EmbedScope[])];
  for (const one of scopes) {
    const other = otherOf(one);
    if (other && !isAllowed(other)) refuse(other);
  }
  return scopes;
}

/** An opaque id of the member for the partner's page: always the same for one member, different for each partner. */
const subjectOf = (secret: string, partner: string, member: string): string =>
  createHmac('sha256', secret).update(`subject ${partner} ${member}`).digest('base64url').slice(0, 22);

/** Issues a token to the partner's server for one member, feature and origin. Throws `PartnerRefused`. */
async function mint(partner: Partner, order: Order, gateway: Gateway): Promise<Token> {
  const { run } = gateway.db;
  const now = gateway.now();
  const { member: reference, feature, scopes, origin, ttl } = order;
  const limits = { [`mint:${partner.id}`]: perPartner, [`mint:${partner.id}:${reference}`]: perMember };
  for (const [key, limit] of Object.entries(limits))
    if (!(await attempt(run, key, limit, now)).allowed)
      throw new PartnerRefused('rate_limited', 'Too many tokens, please wait a minute');
  await assertEnabled(gateway, partner);
  if (!partner.features.includes(feature as EmbedFeature))
    throw new PartnerRefused('feature_not_allowed', `${feature} is not one of the partner’s features`);
  if (!isListed(partner.origins, origin))
    throw new PartnerRefused('origin_not_allowed', `${origin} is not one of the partner’s origins`);
  const member = await memberOf(run, partner.id, reference);
  if (!member) {
    const connectUrl = connectUrlOf(gateway, partner, order);
    throw new PartnerRefused('member_not_linked', `No member ${reference} is linked to the partner`, {
      connectUrl,
    });
  }
  const about = { partner: partner.id, member, feature: feature as EmbedFeature, origin };
  const isAllowed = await allowedFeatures(run, about);
  const refuse = (feature: EmbedFeature): never => {
    const connectUrl = connectUrlOf(gateway, partner, { ...order, feature });
    throw new PartnerRefused('feature_not_linked', `The member has not allowed ${feature}`, { connectUrl });
  };
  if (!isAllowed(feature)) refuse(about.feature);
  const allowed = scopesFor(partner, about.feature, scopes, isAllowed, refuse);
  const token = await issueToken(run, { ...about, scopes: allowed }, ttl, now);
  const subject = subjectOf(gateway.fileSecret, partner.id, member);
  return { token, expiresIn: ttl, subject, ...(gateway.settings.testMode && { test: true }) };
}

export const tokens = endpoint({
  path: 'tokens',
  rules,
  operations: [
    operation({
      id: 'mintToken',
      summary: 'A token for one customer, one feature and one origin',
      input: rules,
      answer: token,
      refusals: [
        'partner_disabled',
        'feature_not_allowed',
        'origin_not_allowed',
        'scope_not_allowed',
        'member_not_linked',
        'feature_not_linked',
      ],
    }),
  ],
  handle: mint,
});
