import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FirstAnswer } from '../../contract/embed/embed';
import { getInfo } from '../../contract/member/auth';
import { answerOrRefuse, type Endpoint } from '../http/endpoint';
import type { Gateway } from '../kernel/gateway';
import { localeOf } from '../kernel/messages';
import { RequestRejected } from '../kernel/request-rejected';
import { admitToken, isEmbedToken, isOurs } from './admit';
import { isAllowed } from './allowed';
import { answerFor, embedContext } from './answer';
import { noteDeprecated, usedIn } from './deprecations';
import { figuresOf } from './figures';

/**
 * Answers the calls of the first screen of a token's feature in one response. The body is text: the token, the `appid`, the language, and
 * what the page uses, one line each; a page with the option `route` gets only the answer about the member. The same checks apply as to each call alone, except the signature, because this only reads. The response is empty if the
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
  const [authToken = '', appid = '', language = '', line] = Buffer.isBuffer(request.body)
    ? request.body.toString().split('\n')
    : [];
  if (!isEmbedToken(authToken) || authToken.length > 200) throw new RequestRejected('type');
  await gateway.requests.count(request.ip, 'member', now);
  request.headers['accept-language'] = language;
  const locale = localeOf(language);
  const header = { uuid: '', appid, authToken, timestamp: now };
  const embed = await admitToken({ header }, request, reply, gateway, now);
  if (!embed) return [];
  const { scopes, feature } = embed.token;
  const ctx = embedContext(embed, request, reply, gateway);
  const used = usedIn(line);
  const ours = isOurs(embed.token.origin, request, gateway.settings); // our own pages are for us to change
  const ending = ours ? [] : await noteDeprecated(gateway, embed.token, used, now);
  const atFirst = !used.options.includes('route'); // another screen than the first one asks for its own data
  return Promise.all(
    endpoints.flatMap((endpoint) => {
      const { call } = endpoint;
      const input = call === getInfo ? {} : atFirst && call.embed?.first?.[feature];
      if (!input || !isAllowed(call, scopes)) return [];
      const answer = answerOrRefuse(locale, () => answerFor(endpoint, input, ctx, embed));
      const more = call === getInfo && ending.length ? { ending } : {};
      return answer.then(({ header, body }) => ({
        path: call.path,
        input,
        answer: { header, body: { ...body, ...more } },
        figures: figuresOf(call.path, body, locale),
      }));
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
