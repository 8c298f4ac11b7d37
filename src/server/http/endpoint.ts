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
import type { Services } from '../kernel/services';
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

/** Whether a text or a name at any depth contains NUL, which nobody types and no column accepts. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inside]) => name.includes('\0') || hasNul(inside));
}

/** The `User-Agent` header, shortened. */
export const agentOf = (headers: FastifyRequest['headers']): string =>
  (headers['user-agent'] ?? '').slice(0, 300);

const servicesOfGateways = new WeakMap<Gateway, Services>();

/** The parts of a gateway that calls may use. Picked once: leaving out properties is slow. */
function servicesOf(gateway: Gateway): Services {
  const known = servicesOfGateways.get(gateway);
  if (known) return known;
  const { now: _, requests: __, work: ___, ...services } = gateway;
  servicesOfGateways.set(gateway, services);
  return services;
}

/** The context of a request, in the language that it asks for. */
export function createContext(
  who: Pick<RequestContext, 'member' | 'session' | 'appid' | 'sent'>,
  { ip, headers }: FastifyRequest,
  gateway: Gateway,
  aborted: AbortSignal,
  device: Device = unknownDevice,
): RequestContext {
  const locale = localeOf(headers['accept-language']);
  return {
    ...servicesOf(gateway),
    ...who,
    locale,
    now: gateway.now(),
    ip,
    network: networkOf(ip),
    neighbourhood: neighbourhoodOf(ip),
    agent: agentOf(headers),
    device,
    aborted,
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
