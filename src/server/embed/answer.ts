import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EmbedInfo } from '../../contract/embed/embed';
import { getInfo } from '../../contract/member/auth';
import { assertNewNonce } from '../http/admission';
import { type Answer, done, expired } from '../http/answers';
import { abortedOf, answerOrRefuse, createContext, type Endpoint, inputOf } from '../http/endpoint';
import type { RequestContext } from '../kernel/context';
import type { Gateway } from '../kernel/gateway';
import { localeOf, translate } from '../kernel/messages';
import { RequestRejected } from '../kernel/request-rejected';
import { admitToken, type Embed, openEmbedBody } from './admit';
import { isAllowed, isConfirmed, publicPart } from './allowed';
import { prepare } from './challenges';

/**
 * Answers a call that a partner's page sent as text. It needs a live embed token of that page and one of the token's scopes; a
 * session does not count. A call that moves money is only prepared.
 */
export async function answerEmbed(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  gateway: Gateway,
): Promise<Answer> {
  const { call } = endpoint;
  const { db, requests } = gateway;
  const now = gateway.now();
  reply.header('cache-control', 'no-store');
  if (!Buffer.isBuffer(request.body)) throw new RequestRejected('type');

  const envelope = openEmbedBody(request.body, now);
  // The third line replaces a header that a request without a preflight cannot set.
  if (envelope.language) request.headers['accept-language'] = envelope.language;
  const locale = localeOf(request.headers['accept-language']);
  await requests.count(request.ip, call.guard, now);
  await assertNewNonce(db, envelope.header.uuid, now);
  const embed = await admitToken(envelope, request, reply, gateway, now);
  if (!embed) return expired(locale);
  if (!isAllowed(call, embed.token.scopes)) throw new RequestRejected('scope');

  const ctx = embedContext(embed, request, reply, gateway);
  return answerOrRefuse(locale, () => answerFor(endpoint, envelope.data, ctx, embed));
}

/** The context of a call that a partner's page makes for the member of its token. */
export function embedContext(
  { token: { member, partner, scopes }, opener }: Embed,
  request: FastifyRequest,
  reply: FastifyReply,
  gateway: Gateway,
): RequestContext {
  const who = { member, session: undefined, appid: partner };
  return { ...createContext(who, request, gateway, abortedOf(reply)), embedded: { origin: opener, scopes } };
}

/** The answer of a call that the token's scopes allow: only the fields that the page may read, and a challenge if it moves money. */
export async function answerFor(
  endpoint: Endpoint,
  data: Record<string, unknown>,
  ctx: RequestContext,
  embed: Embed,
): Promise<Answer> {
  const { call } = endpoint;
  if (isConfirmed(call, () => inputOf(endpoint, data))) return prepare(endpoint, data, ctx, embed);
  const answer = await endpoint.handler(inputOf(endpoint, data), ctx);
  const { partner, scopes } = embed.token;
  const test = ctx.settings.testMode && { test: translate(ctx.locale, 'embedInTest') };
  const allowed: EmbedInfo | undefined = call === getInfo ? { scopes, partner, ...test } : undefined;
  return done(ctx.locale, { ...publicPart(answer, call), ...allowed });
}
