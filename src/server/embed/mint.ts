import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { type EmbedFeature, type EmbedScope, embedScopes } from '../../contract/embed';
import { assertNewNonce } from '../http/admission';
import type { Gateway } from '../kernel/gateway';
import { attempt } from '../kernel/rate-limit';
import { RequestRejected } from '../kernel/request-rejected';
import type { Partner } from '../settings/partners';
import { isDisabled, memberOf, partnerOf } from './state';
import { issueToken } from './tokens';

/** Why a partner's server gets no token: the HTTP status, and the name in `error`. */
const refusals = {
  partner_unknown: 401,
  signature_wrong: 401,
  clock_wrong: 401,
  nonce_reused: 401,
  rate_limited: 429,
  request_invalid: 400,
  partner_disabled: 403,
  feature_not_allowed: 403,
  origin_not_allowed: 403,
  member_not_linked: 403,
  scope_not_allowed: 403,
} as const;

export class NotMinted extends Error {
  constructor(
    readonly error: keyof typeof refusals,
    message: string,
  ) {
    super(message);
  }

  get status(): number {
    return refusals[this.error];
  }
}

/** Milliseconds that a partner's clock may be off. */
const clockTolerance = 60_000;
/** Seconds that a token lives. */
const defaultTtl = 300;
const maxTtl = 900;
const perPartner = { max: 6000, window: 60_000 };
const perMember = { max: 120, window: 60_000 };

const rules = v.strictObject({
  member: v.pipe(v.string(), v.minLength(1), v.maxLength(100), v.regex(/^\P{Cc}+$/u)),
  feature: v.pipe(v.string(), v.maxLength(40)),
  scopes: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(40))), v.minLength(1), v.maxLength(20))),
  origin: v.pipe(v.string(), v.maxLength(300)),
  ttl: v.optional(v.pipe(v.number(), v.integer(), v.minValue(30), v.maxValue(maxTtl)), defaultTtl),
});

/** Header `X-Signature`: HMAC-SHA256 over `timestamp.nonce.body`, hex. */
export const signatureOf = (
  secret: string,
  timestamp: string,
  nonce: string,
  body: Buffer | string,
): string => createHmac('sha256', secret).update(`${timestamp}.${nonce}.`).update(body).digest('hex');

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The partner that signed the request. Ids are public, so that one that nobody has is said to be so. */
async function authenticate({ body, headers, ip }: FastifyRequest, gateway: Gateway): Promise<Partner> {
  const { db, settings, requests } = gateway;
  const now = gateway.now();
  const header = (name: string) => String(headers[name] ?? '');
  const [id, timestamp, nonce] = [header('x-partner-id'), header('x-timestamp'), header('x-nonce')];
  const partner = partnerOf(settings, id);
  const right = signatureOf(partner?.secret ?? 'nobody', timestamp, nonce, body as Buffer);
  const same = timingSafeEqual(digest(right), digest(header('x-signature').toLowerCase()));
  if (!partner)
    throw new NotMinted(
      'partner_unknown',
      `X-Partner-Id ${id.slice(0, 50) || 'is missing:'} names no partner`,
    );
  if (!same)
    throw new NotMinted(
      'signature_wrong',
      'X-Signature is not the hex HMAC-SHA256 of X-Timestamp.X-Nonce.body with your secret',
    );
  await requests.count(ip, 'member', now).catch(rethrowRateLimited);
  if (!/^\d{1,15}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > clockTolerance)
    throw new NotMinted('clock_wrong', 'X-Timestamp is more than 60 s off, or not in milliseconds');
  if (!/^[\w-]{16,128}$/.test(nonce))
    throw new NotMinted('request_invalid', 'X-Nonce must be 16 to 128 letters, digits, - or _');
  await assertNewNonce(db, `embed:${id}:${nonce}`, now).catch((error) => {
    if (error instanceof RequestRejected) throw new NotMinted('nonce_reused', 'X-Nonce was seen before');
    throw error;
  });
  return partner;
}

function rethrowRateLimited(error: unknown): never {
  throw error instanceof RequestRejected ? new NotMinted('rate_limited', 'Too many requests') : error;
}

function read(body: Buffer): v.InferOutput<typeof rules> {
  try {
    return v.parse(rules, JSON.parse(body.toString()));
  } catch (error) {
    const [issue] = error instanceof v.ValiError ? error.issues : [];
    const where = issue && `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`;
    throw new NotMinted('request_invalid', where ?? 'The body is not JSON');
  }
}

/** The scopes asked for, or those that only read; never one that the feature does not have. */
function scopesFor(feature: EmbedFeature, requested: string[] | undefined): EmbedScope[] {
  const all: readonly EmbedScope[] = embedScopes[feature];
  if (!requested) return all.filter((one) => one.endsWith(':read'));
  const other = requested.find((one) => !all.includes(one as EmbedScope));
  if (other) throw new NotMinted('scope_not_allowed', `${feature} has no scope ${other}`);
  return [...new Set(requested as EmbedScope[])];
}

/**
 * `POST /embed/v1/tokens`: a token for one member, feature and origin of the partner that signed. Throws `NotMinted`.
 * `expiresIn` in seconds.
 */
export async function mint(
  request: FastifyRequest,
  gateway: Gateway,
): Promise<{ token: string; expiresIn: number }> {
  const { run } = gateway.db;
  const now = gateway.now();
  const partner = await authenticate(request, gateway);
  const { member: reference, feature, scopes, origin, ttl } = read(request.body as Buffer);
  const limits = { [`mint:${partner.id}`]: perPartner, [`mint:${partner.id}:${reference}`]: perMember };
  for (const [key, limit] of Object.entries(limits))
    if (!(await attempt(run, key, limit, now)).allowed)
      throw new NotMinted('rate_limited', 'Too many tokens, please wait a minute');
  if (await isDisabled(run, partner.id))
    throw new NotMinted('partner_disabled', 'The partner is switched off');
  if (!partner.features.includes(feature as EmbedFeature))
    throw new NotMinted('feature_not_allowed', `${feature} is not one of the partner’s features`);
  if (!partner.origins.includes(origin))
    throw new NotMinted('origin_not_allowed', `${origin} is not one of the partner’s origins`);
  const member = await memberOf(run, partner.id, reference);
  if (!member) throw new NotMinted('member_not_linked', `No member ${reference} is linked to the partner`);
  const about = { partner: partner.id, member, feature: feature as EmbedFeature, origin };
  const allowed = scopesFor(about.feature, scopes);
  return { token: await issueToken(run, { ...about, scopes: allowed }, ttl, now), expiresIn: ttl };
}
