import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { largestBody } from '../../contract/wire/limits';
import { isUnavailable } from '../db/unavailable';
import type { RequestContext } from '../kernel/context';
import type { Device } from '../kernel/device';
import { Overloaded } from '../kernel/fair-queue';
import type { Gateway } from '../kernel/gateway';
import { localeOf } from '../kernel/messages';
import { type Reason, RequestRejected } from '../kernel/request-rejected';
import { identify } from './admission';
import { type Answer, brokenAnswer, done, expired, rejectedAnswer } from './answers';
import { compressAnswers } from './compress';
import { createCrowd } from './crowd';
import { deviceOf } from './device';
import {
  abortedOf,
  agentOf,
  answerOrRefuse,
  createContext,
  type Endpoint,
  inputOf,
  isImpossibleValue,
} from './endpoint';
import { noteSignedIn } from './preloads';
import { verifyEnvelope } from './wire';

/** Calls that another than our own app sends, in a form of their own (`embed/answer.ts`). */
interface OtherCallers {
  matches(request: FastifyRequest): boolean;
  answer(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, gateway: Gateway): Promise<Answer>;
}

/** A call for each contract endpoint: `POST /api/<path>`, its body handed over as the bytes that were sent. */
export function serve(
  api: FastifyInstance,
  endpoints: readonly Endpoint[],
  gateway: Gateway,
  others: OtherCallers,
): void {
  keepNothing(api);
  compressAnswers(api);
  const crowd = createCrowd();
  const enter = async (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) => {
    const device = deviceOf(request, reply, gateway);
    const leave = endpoint.call.guard === 'anyone' ? crowd.enter(request.ip, device) : undefined;
    return answer(endpoint, request, reply, gateway, device).finally(leave);
  };
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(
    ['application/json', 'text/plain'],
    { parseAs: 'buffer', bodyLimit: largestBody },
    (_request, raw, ready) => ready(null, raw),
  );
  for (const endpoint of endpoints)
    api.post(`/${endpoint.call.path}`, { bodyLimit: largestBody }, (request, reply) =>
      others.matches(request)
        ? others.answer(endpoint, request, reply, gateway)
        : enter(endpoint, request, reply),
    );
  answerFailures(api, gateway);
  api.setNotFoundHandler(() => {
    throw new RequestRejected('unknown');
  });
}

/** What a member is told is kept by no cache on the way, nor by the browser. */
export function keepNothing(api: FastifyInstance): void {
  api.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
}

/** Turns what was thrown into an answer of the wire: 4xx for a rejected request, 500 for a fault of ours. */
export function answerFailures(api: FastifyInstance, { now }: Pick<Gateway, 'now'>): void {
  api.setErrorHandler(
    (error: FastifyError | RequestRejected, request: FastifyRequest, reply: FastifyReply) => {
      const locale = localeOf(request.headers['accept-language']);
      const away = rejectionOf(error);
      if (away) {
        const retryAfter = retryAfters[away.reason];
        if (retryAfter) reply.header('retry-after', retryAfter);
        if (away.reason === 'busy') request.log.warn(error);
        return reply.code(away.status).send(rejectedAnswer(locale, away.reason, now()));
      }
      request.log.error(error);
      return reply.code(500).send(brokenAnswer(locale, request.id));
    },
  );
}

/** Seconds after which to come again. */
const retryAfters: Partial<Record<Reason, string>> = { rate: '60', busy: '5' };

function rejectionOf(error: FastifyError | RequestRejected): RequestRejected | undefined {
  if (error instanceof RequestRejected) return error;
  if (error instanceof Overloaded || isUnavailable(error)) return new RequestRejected('busy');
  if (isImpossibleValue(error)) return new RequestRejected('shape'); // in an address, or a notice
  return fromFastify(error);
}

/** Fastify reads the body itself, and so finds the first two faults before we do. */
function fromFastify({ statusCode }: FastifyError): RequestRejected | undefined {
  if (statusCode === 415) return new RequestRejected('type');
  if (statusCode === 413) return new RequestRejected('size');
  if (statusCode && statusCode >= 400 && statusCode < 500) return new RequestRejected('shape');
  return;
}

async function answer(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  gateway: Gateway,
  device: Device,
): Promise<Answer> {
  const { call } = endpoint;
  const { db, settings } = gateway;
  const now = gateway.now();
  const locale = localeOf(request.headers['accept-language']);
  if (!Buffer.isBuffer(request.body)) throw new RequestRejected('type');

  const { header, data } = verifyEnvelope(request.body, request.headers.token, settings.signingSecrets, now);
  // The first statement comes after the signature, so that unsigned requests cost the database nothing.
  await gateway.requests.count(request.ip, call.guard, now);
  const session = await identify(db, header, claimsOf(request), now);
  noteSignedIn(request, reply, session !== undefined);
  if (call.guard === 'member' && !session) return expired(locale);

  const who = { member: session?.member ?? '', session: session?.hash, appid: header.appid };
  const ctx: RequestContext = {
    ...createContext(who, request, gateway, abortedOf(reply), device),
    sent: { call: call.path, data },
  };
  return answerOrRefuse(locale, async () =>
    done(locale, await endpoint.handler(inputOf(endpoint, data), ctx)),
  );
}

export const claimsOf = ({ headers, ip }: FastifyRequest) => ({
  userId: headers.userid as string | undefined,
  authorization: headers.authorization,
  ip,
  agent: agentOf(headers),
});
