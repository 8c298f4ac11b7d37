import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { largestBody } from '../../contract/wire/limits';
import { workHeader } from '../../contract/wire/work';
import { isUnavailable } from '../db/unavailable';
import type { RequestContext } from '../kernel/context';
import type { Device } from '../kernel/device';
import { Overloaded } from '../kernel/fair-queue';
import type { Gateway } from '../kernel/gateway';
import { localeOf } from '../kernel/messages';
import { type Reason, RequestRejected } from '../kernel/request-rejected';
import { createIdentify, type Identify } from './admission';
import { type Answer, brokenAnswer, done, expired, rejectedAnswer } from './answers';
import { compressAnswers } from './compress';
import { deviceOf } from './device';
import {
  abortedOf,
  agentOf,
  answerOrRefuse,
  createContext,
  type Endpoint,
  isImpossibleValue,
} from './endpoint';
import { createOpenRequests } from './open-requests';
import { handle } from './reading';
import { noteSignedIn } from './signed-in';
import { verifyEnvelope } from './wire';

/** Calls by clients other than our app, in their own format (`embed/answer.ts`). */
interface OtherCallers {
  matches(request: FastifyRequest): boolean;
  answer(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, gateway: Gateway): Promise<Answer>;
}

/** Serves every call of the contract: `POST /api/<path>`; the body is passed on as raw bytes. */
export function serve(
  api: FastifyInstance,
  endpoints: readonly Endpoint[],
  gateway: Gateway,
  others: OtherCallers,
): void {
  keepNothing(api);
  compressAnswers(api);
  const openRequests = createOpenRequests();
  const identify = createIdentify(gateway.db);
  const enter = async (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) => {
    const device = deviceOf(request, reply, gateway);
    const leave = endpoint.call.guard === 'anyone' ? openRequests.enter(request.ip, device) : undefined;
    return answer(endpoint, request, reply, { gateway, identify, device }).finally(leave);
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

/** Forbids proxies and the browser to cache members' data. */
export function keepNothing(api: FastifyInstance): void {
  api.addHook('onRequest', (_request, reply, next) => {
    reply.header('cache-control', 'no-store');
    next();
  });
}

/** Turns errors into answers of the wire: 4xx for a rejected request, 500 for a fault of ours. */
export function answerFailures(api: FastifyInstance, { now, work }: Pick<Gateway, 'now' | 'work'>): void {
  api.setErrorHandler(
    async (error: FastifyError | RequestRejected, request: FastifyRequest, reply: FastifyReply) => {
      const locale = localeOf(request.headers['accept-language']);
      const away = rejectionOf(error);
      if (away) {
        const retryAfter = retryAfters[away.reason];
        if (retryAfter) reply.header('retry-after', retryAfter);
        if (away.reason === 'busy') request.log.warn(error);
        const asked = isStrangers(error) && { work: await work.ask() };
        return reply.code(away.status).send(rejectedAnswer(locale, away.reason, now(), asked || {}));
      }
      request.log.error(error);
      return reply.code(500).send(brokenAnswer(locale, request.id));
    },
  );
}

/** Whether the lane of unproven strangers is full. Another lane is open to devices that do some work. */
const isStrangers = (error: unknown): boolean => error instanceof Overloaded && error.lane === 'stranger';

/** Seconds after which a client may retry. */
const retryAfters: Partial<Record<Reason, string>> = { rate: '60', busy: '5' };

function rejectionOf(error: FastifyError | RequestRejected): RequestRejected | undefined {
  if (error instanceof RequestRejected) return error;
  if (error instanceof Overloaded || isUnavailable(error)) return new RequestRejected('busy');
  if (isImpossibleValue(error)) return new RequestRejected('shape'); // in an address, or a notification
  return fromFastify(error);
}

/** Fastify reads the body itself, so it detects the first two faults before we do. */
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
  { gateway, identify, device }: { gateway: Gateway; identify: Identify; device: Device },
): Promise<Answer> {
  const { call } = endpoint;
  const { settings } = gateway;
  const now = gateway.now();
  const locale = localeOf(request.headers['accept-language']);
  if (!Buffer.isBuffer(request.body)) throw new RequestRejected('type');

  const { header, data } = verifyEnvelope(request.body, request.headers.token, settings.signingSecrets, now);
  // The first statement runs after the signature check, so unsigned requests cost the database nothing.
  await gateway.requests.count(request.ip, call.guard, now);
  const session = await identify(header, claimsOf(request), now);
  noteSignedIn(request, reply, session !== undefined);
  if (call.guard === 'member' && !session) return expired(locale);

  const who = {
    member: session?.member ?? '',
    session: session?.hash,
    appid: header.appid,
    sent: { call: call.path, data },
  };
  const ctx: RequestContext = createContext(who, request, gateway, abortedOf(reply), device);
  if (await hasWorked(request, gateway)) ctx.worked = true;
  return answerOrRefuse(locale, async () => done(locale, await handle(endpoint, data, ctx, request, reply)));
}

async function hasWorked({ headers }: FastifyRequest, { work }: Gateway): Promise<boolean> {
  const proof = headers[workHeader];
  return typeof proof === 'string' && work.isProof(proof);
}

export const claimsOf = ({ headers, ip }: FastifyRequest) => ({
  userId: headers.userid as string | undefined,
  authorization: headers.authorization,
  ip,
  agent: agentOf(headers),
});
