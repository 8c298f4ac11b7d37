import type { FastifyReply, FastifyRequest } from 'fastify';
import { embedTokenPrefix } from '../../contract/embed/embed';
import { otherFeatureOf } from '../../contract/embed/features';
import { largestBody } from '../../contract/wire/limits';
import type { Executor } from '../db/database';
import { assertFresh, type Envelope, read, verifySignature } from '../http/wire';
import type { Gateway } from '../kernel/gateway';
import { RequestRejected } from '../kernel/request-rejected';
import { isListed } from '../settings/partner-origins';
import type { Settings } from '../settings/settings';
import { hostOf } from './own-site';
import { isDisabled } from './state';
import { type EmbedToken, findToken } from './tokens';

export interface Embed {
  token: EmbedToken;
  /** The origin of the request: that of the token, or our own if the request comes from the frame in the partner's page. */
  opener: string;
}

export const isEmbedCall = ({ headers }: FastifyRequest) =>
  /^text\/plain\b/i.test(headers['content-type'] ?? '');

export const isEmbedToken = (authToken: string) => authToken.startsWith(embedTokenPrefix);

/**
 * The key that signs an envelope: an embed signs with its own token, because files that partners pin contain no secret of a
 * deployment.
 */
export function secretOf<Otherwise>(bytes: Buffer, otherwise: Otherwise): string | Otherwise {
  try {
    const { authToken } = read(bytes).header;
    return isEmbedToken(authToken) ? authToken : otherwise;
  } catch {
    return otherwise; // mistakes in it are reported only after the signature has been verified
  }
}

/**
 * The body of an embed's call (`embedBody` in the contract): the envelope, its Token and the language, one line each. The embed
 * token in the envelope signs it; we refuse text with any other token.
 */
export function openEmbedBody(raw: Buffer, now: number): Envelope & { language: string | undefined } {
  if (raw.length > largestBody) throw new RequestRejected('size');
  const end = raw.indexOf('\n');
  if (end < 0) throw new RequestRejected('type');
  const [token, language, ...more] = raw
    .subarray(end + 1)
    .toString()
    .split('\n');
  const bytes = raw.subarray(0, end);
  const envelope = read(bytes);
  const { authToken } = envelope.header;
  if (!isEmbedToken(authToken) || more.length) throw new RequestRejected('type');
  verifySignature(bytes, token, authToken);
  assertFresh(envelope, now);
  return { ...envelope, language };
}

/** Whether an origin is ours: that of PUBLIC_URL, or, on a development machine, any host by which the gateway is reached. */
export const isOurs = (origin: string, { protocol, host }: FastifyRequest, settings: Settings): boolean =>
  origin === new URL(settings.publicUrl).origin ||
  (!settings.production && origin === `${protocol}://${host}`);

/**
 * The token of a call, if it is valid. Rejected unless the request comes from the token's page, or from our frame document of the same
 * partner; that page may read the refusal.
 */
export async function admitToken(
  { header }: Pick<Envelope, 'header'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { db, settings }: Pick<Gateway, 'db' | 'settings'>,
  now: number,
): Promise<Embed | undefined> {
  const token = await findToken(db.run, header.authToken, now);
  if (!token) return;
  const opener = String(request.headers.origin ?? '');
  const refuse = (reason: 'origin' | 'disabled'): never => {
    if (opener) reply.header('access-control-allow-origin', opener).header('vary', 'Origin');
    request.log.warn({ token: token.id, partner: token.partner, origin: opener }, `embed: ${reason}`);
    throw new RequestRejected(reason);
  };
  const partner = hostOf(settings, token.partner);
  if (!partner?.features.includes(token.feature) || (await switchedOff(db.run, token)))
    return refuse('disabled');
  token.scopes = token.scopes.filter((scope) => {
    const other = otherFeatureOf(scope, token.feature);
    return !other || partner.features.includes(other);
  });
  const ours = isOurs(opener, request, settings);
  // a token for our own origin is that of our own pages, or the console's, whose preview shows a test member
  if (isOurs(token.origin, request, settings)) return ours ? { token, opener } : refuse('origin');
  if (!isListed(partner.origins, token.origin)) return refuse('origin');
  if (opener === token.origin) return { token, opener };
  const framed = ours && isFrameOf(token.partner, request, header.appid);
  return framed ? { token, opener } : refuse('origin');
}

const switchedOff = (run: Executor, { partner }: EmbedToken) => isDisabled(run, partner);

/** Only a partner's own pages can frame its document: one partner's token is useless in another partner's frame. */
function isFrameOf(partner: string, { headers }: FastifyRequest, appid: string): boolean {
  if (appid !== partner) return false;
  const from = String(headers.referer ?? '');
  const path = URL.canParse(from) ? new URL(from).pathname : '/';
  return path === '/' || path === `/frame/${partner}`;
}
