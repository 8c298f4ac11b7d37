import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FirstAnswer } from '../../contract/embed/embed';
import { getInfo } from '../../contract/member/auth';
import { answerOrRefuse, type Endpoint } from '../http/endpoint';
import type { Gateway } from '../kernel/gateway';
import { localeOf } from '../kernel/messages';
import { RequestRejected } from '../kernel/request-rejected';
import { admitToken, isEmbedToken } from './admit';
import { isAllowed } from './allowed';
import { answerFor, embedContext } from './answer';

/**
 * Answers the calls of the first screen of a token's feature in one response. The body is text: the token, the `appid` and the language,
 * one line each. The same checks apply as to each call alone, except the signature, because this only reads. The response is empty if the
 * token has expired, because the first signed call of the embed renews it; throws a `RequestRejected` if the token belongs to another
 * page.
 */
async function firstAnswers(
  request: FastifyRequest,
  reply: FastifyReply,
  gateway: Gateway,
  endpoints: readonly Endpoint[],
): Promise<FirstAnswer[]> {
  const now = gateway.now();
  reply.header('cache-control', 'no-store');
  const [authToken = '', appid = '', language = ''] = Buffer.isBuffer(request.body)
    ? request.body.toString().split('\n')
    : [];
  if (!isEmbedToken(authToken) || authToken.length > 200) throw new RequestRejected('type');
  await gateway.requests.count(request.ip, 'member', now);
  request.headers['accept-language'] = language;
  const header = { uuid: '', appid, authToken, timestamp: now };
  const embed = await admitToken({ header }, request, reply, gateway, now);
  if (!embed) return [];
  const { scopes, feature } = embed.token;
  const ctx = embedContext(embed, request, reply, gateway);
  return Promise.all(
    endpoints.flatMap((endpoint) => {
      const { call } = endpoint;
      const input = call === getInfo ? {} : call.embed?.first?.[feature];
      if (!input || !isAllowed(call, scopes)) return [];
      const answer = answerOrRefuse(localeOf(language), () => answerFor(endpoint, input, ctx, embed));
      return answer.then((answer) => ({ path: call.path, input, answer }));
    }),
  );
}

/** `POST /first`, for our own loader: partners do not call it. */
export function serveFirstAnswers(
  app: FastifyInstance,
  gateway: Gateway,
  endpoints: readonly Endpoint[],
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('text/plain', { parseAs: 'buffer', bodyLimit: 1024 }, (_request, raw, ready) =>
    ready(null, raw),
  );
  app.post('/first', (request, reply) => firstAnswers(request, reply, gateway, endpoints));
}
