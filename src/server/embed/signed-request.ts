import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { PartnerMode } from '../../contract/embed/partners';
import { assertNewNonce } from '../http/admission';
import type { Gateway } from '../kernel/gateway';
import { attempt } from '../kernel/rate-limit';
import { RequestRejected } from '../kernel/request-rejected';
import { withoutNul } from '../kernel/without-nul';
import { modesOf } from '../partners/records';
import type { Partner } from '../settings/partners';
import { oncePerKey } from './once-per-key';
import type { PartnerEndpoint } from './partner-api';
import { PartnerRefused } from './refusals';
import { isDisabled, partnerOf } from './state';

/** Milliseconds by which a partner's clock may be off. */
const clockTolerance = 60_000;

/** Header `X-Signature`: HMAC-SHA256 over `timestamp.nonce.body`, hex. */
export const signatureOf = (
  secret: string,
  timestamp: string,
  nonce: string,
  body: Buffer | string,
): string => createHmac('sha256', secret).update(`${timestamp}.${nonce}.`).update(body).digest('hex');

const digest = (text: string) => createHash('sha256').update(text).digest();

declare module 'fastify' {
  interface FastifyRequest {
    /** The partner that a signed request names, and the key that signed it; null if it names none. */
    signer: { partner: string; mode: PartnerMode; kid?: string } | null;
  }
}

/** The partner that signed the request. Ids are public, so the response may say that an id is unknown. */
async function authenticate(
  request: FastifyRequest,
  gateway: Pick<Gateway, 'db' | 'settings' | 'requests' | 'now'>,
): Promise<Partner> {
  const { db, settings, requests } = gateway;
  const { body, headers, ip } = request;
  const now = gateway.now();
  const header = (name: string) => String(headers[name] ?? '');
  const [id, timestamp, nonce] = [header('x-partner-id'), header('x-timestamp'), header('x-nonce')];
  const partner = partnerOf(settings, id);
  if (!partner)
    throw new PartnerRefused(
      'partner_unknown',
      `X-Partner-Id ${id.slice(0, 50) || 'is missing:'} names no partner`,
    );
  if (partner.waiting)
    throw new PartnerRefused('partner_disabled', 'The partner is not live yet: use the gateway of test mode');
  const modes = modesOf(settings);
  const mode = modes.find((one) => partner.keys.some((key) => key.mode === one)) ?? modes[0] ?? 'live';
  request.signer = { partner: id, mode };
  const given = digest(header('x-signature').toLowerCase());
  const key = partner.keys.find(({ secret }) =>
    timingSafeEqual(digest(signatureOf(secret, timestamp, nonce, body as Buffer)), given),
  );
  if (!key)
    throw new PartnerRefused(
      'signature_wrong',
      'X-Signature is not the hex HMAC-SHA256 of X-Timestamp.X-Nonce.body with your secret',
    );
  request.signer = { partner: id, mode: key.mode ?? mode, kid: key.kid };
  await requests.count(ip, 'member', now).catch(rethrowRateLimited);
  if (!/^\d{1,15}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > clockTolerance)
    throw new PartnerRefused('clock_wrong', 'X-Timestamp is more than 60 s off, or not in milliseconds');
  if (!/^[\w-]{16,128}$/.test(nonce))
    throw new PartnerRefused('request_invalid', 'X-Nonce must be 16 to 128 letters, digits, - or _');
  await assertNewNonce(db, `embed:${id}:${nonce}`, now).catch((error) => {
    if (error instanceof RequestRejected) throw new PartnerRefused('nonce_reused', 'X-Nonce was seen before');
    throw error;
  });
  await noteUse(gateway, partner.id, key.kid, now);
  return partner;
}

/** Records the last use of each key, to the minute, so that partners know when they can delete an old one. */
async function noteUse({ db }: Pick<Gateway, 'db'>, partner: string, kid: string, now: number) {
  const used_at = new Date(Math.floor(now / 60_000) * 60_000);
  await db.run
    .insertInto('partner_key_use')
    .values({ partner, kid, used_at })
    .onConflict((conflict) =>
      conflict
        .columns(['partner', 'kid'])
        .doUpdateSet({ used_at })
        .where('partner_key_use.used_at', '<', used_at),
    )
    .execute();
}

/** Refused while the operator has switched off the partner. */
export async function assertEnabled({ db }: Pick<Gateway, 'db'>, { id }: Partner): Promise<void> {
  if (await isDisabled(db.run, id))
    throw new PartnerRefused('partner_disabled', 'The partner is switched off');
}

function rethrowRateLimited(error: unknown): never {
  throw error instanceof RequestRejected ? new PartnerRefused('rate_limited', 'Too many requests') : error;
}

/** Validates the body; refused with the invalid field and the reason. */
function bodyOf<T>(rules: v.GenericSchema<unknown, T>, { body }: FastifyRequest): T {
  try {
    return v.parse(rules, JSON.parse(String(body)));
  } catch (error) {
    const [issue] = error instanceof v.ValiError ? error.issues : [];
    const where = issue && `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`;
    throw new PartnerRefused('request_invalid', where ?? 'The body is not JSON');
  }
}

/**
 * Responds with `{code: 0, data}` of the answer of `endpoint`, or `{code: <status>, error, message}` with a message for a developer. Both
 * are in the partner's log.
 */
export async function answerPartner(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, rules, operations, handle }: PartnerEndpoint,
  gateway: Gateway,
): Promise<object> {
  reply.header('cache-control', 'no-store');
  const { id: requestId } = request;
  const started = gateway.now();
  try {
    if (!Buffer.isBuffer(request.body)) throw new PartnerRefused('request_invalid', 'There is no body');
    const partner = await authenticate(request, gateway);
    const input = bodyOf(rules, request) as object;
    const { once } = operations.find((one) => v.is(one.input, input)) ?? {};
    const work = () => handle(partner, input, gateway);
    const key = once ? request.headers['idempotency-key'] : undefined;
    const data =
      key === undefined
        ? await work()
        : await oncePerKey(gateway, { partner: partner.id, path, key: String(key) }, input, work);
    await note(request, gateway, started);
    return { code: 0, data: { ...data, requestId } };
  } catch (error) {
    if (!(error instanceof PartnerRefused)) throw error;
    request.log.warn(
      { partner: request.headers['x-partner-id'], error: error.error },
      'a partner was refused',
    );
    await note(request, gateway, started, error);
    if (error.status === 429) reply.header('retry-after', '60');
    const { status, error: name, message, more } = error;
    return reply.code(status).send({ code: status, error: name, message, ...more, requestId });
  }
}

/** Limit of requests with a wrong signature in a partner's log, because anybody can send them. */
const unsigned = { max: 60, window: 60_000 };

/** Adds a request to the log of the partner that it names. */
async function note(
  request: FastifyRequest,
  { db, partnerRequests, now }: Gateway,
  started: number,
  refused?: PartnerRefused,
): Promise<void> {
  const { signer, id, routeOptions } = request;
  if (!signer) return;
  const { partner, mode, kid } = signer;
  if (!kid && !(await attempt(db.run, `unsigned:${partner}`, unsigned, now())).allowed) return;
  partnerRequests.add({
    id,
    partner,
    mode,
    kid: kid ?? null,
    at: new Date(started),
    path: (routeOptions.url ?? '').replace(/^.*\//, ''),
    about: kid ? aboutOf(request.body) : '{}',
    status: refused?.status ?? 200,
    error: refused?.error ?? null,
    message: refused ? withoutNul(refused.message.slice(0, 300)) : null,
    ms: now() - started,
  });
}

/** The parts of a request by which the partner can identify it. */
function aboutOf(body: unknown): string {
  const about: Record<string, string> = {};
  try {
    const input: Record<string, unknown> = JSON.parse(String(body));
    for (const name of ['act', 'feature', 'member', 'origin'])
      if (typeof input[name] === 'string') about[name] = withoutNul(input[name].slice(0, 300));
  } catch {} // it was refused for this reason
  return JSON.stringify(about);
}
