import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GenericSchema, safeParse } from 'valibot';
import type { Call } from '../../contract/wire/call';
import { problemsOf } from '../../contract/wire/check';
import type { RequestContext } from '../kernel/context';
import { type Device, unknownDevice } from '../kernel/device';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { type Locale, localeOf } from '../kernel/messages';
import { neighbourhoodOf, networkOf } from '../kernel/rate-limit';
import { type Answer, refused } from './answers';

/**
 * Input that passed a call's rules. All endpoints are in one list, so the type is known only where the handler is written (`CallGroup`
 * ties the two together); other code cannot read it.
 */
export type CheckedInput = never;

/** A call that the gateway answers. */
export interface Endpoint {
  call: Call;
  rules: GenericSchema;
  handler: (input: CheckedInput, ctx: RequestContext) => Promise<object>;
}

/** Validates the input of a call; refused (5001) with the problems. */
export function inputOf({ rules }: Pick<Endpoint, 'rules'>, data: unknown): CheckedInput {
  if (hasNul(data)) throw new DomainError('invalid', {}, { problems: {} });
  const { success, output, issues } = safeParse(rules, data);
  if (!success) throw new DomainError('invalid', {}, { problems: problemsOf(issues) });
  return output as CheckedInput;
}

/**
 * Whether a text or a name at any depth contains NUL, which nobody types and no column accepts. Without recursion, because a request may
 * nest thousands of lists.
 */
function hasNul(data: unknown): boolean {
  const left = [data];
  for (const value of left) {
    if (typeof value === 'string' && value.includes('\0')) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inside] of Object.entries(value)) left.push(name, inside);
  }
  return false;
}

/** The `User-Agent` header, shortened. */
export const agentOf = (headers: FastifyRequest['headers']): string =>
  (headers['user-agent'] ?? '').slice(0, 300);

const blanks = new WeakMap<Gateway, RequestContext>();

/**
 * The context of no request, with the parts of a gateway that calls may use. Made once: to copy an object and to replace values of the copy
 * takes a fiftieth of the time of adding properties to it.
 */
function blankOf(gateway: Gateway): RequestContext {
  const known = blanks.get(gateway);
  if (known) return known;
  const { now: _, requests: __, work: ___, ...services } = gateway;
  const blank: RequestContext = {
    ...services,
    member: '',
    session: undefined,
    appid: '',
    locale: 'en',
    now: 0,
    ip: '',
    network: '',
    neighbourhood: '',
    agent: '',
    device: unknownDevice,
    aborted: new AbortController().signal,
  };
  blanks.set(gateway, blank);
  return blank;
}

/** The context of a request, in the language that it asks for. */
export function createContext(
  { member, session, appid, sent }: Pick<RequestContext, 'member' | 'session' | 'appid' | 'sent'>,
  { ip, headers }: FastifyRequest,
  gateway: Gateway,
  aborted: AbortSignal,
  device: Device = unknownDevice,
): RequestContext {
  return {
    ...blankOf(gateway),
    member,
    session,
    appid,
    locale: localeOf(headers['accept-language']),
    now: gateway.now(),
    ip,
    network: networkOf(ip),
    neighbourhood: neighbourhoodOf(ip),
    agent: agentOf(headers),
    device,
    aborted,
    ...(sent && { sent }),
  };
}

/** The answer of `work`, or the answer for the refusal that it threw. */
export async function answerOrRefuse(locale: Locale, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError) return refused(locale, error);
    if (isImpossibleValue(error)) return refused(locale, new DomainError('invalid', {}, { problems: {} }));
    throw error;
  }
}

/**
 * The input passed the rules but no column accepts it: a number out of range, a text too long for an index (PostgreSQL's classes 22 and
 * 54). The request is at fault, and nothing was written.
 */
export function isImpossibleValue(error: unknown): boolean {
  return error instanceof Error && /^(22\w{3}|54\w{3})$/.test(String(Reflect.get(error, 'code')));
}

/** Aborted when the connection closes before the answer is written, because then nobody reads it. */
export function abortedOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
