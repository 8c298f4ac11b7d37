import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Age } from '../../contract/wire/call';
import type { NoReplica, Replicas } from '../db/replicas';
import type { RequestContext } from '../kernel/context';
import { type Endpoint, inputOf } from './endpoint';
import { keepsCookies } from './signed-in';

const milliseconds: Record<Age, number> = { '1 s': 1000, '5 s': 5000, '30 s': 30_000 };

const name = 'cp_seen';
/** Seconds: longer than any answer may be old. */
const keptFor = 60;

/**
 * Runs the handler of a call. A call that is declared with `oldest` only reads, and is answered by a replica if there is one that is fresh
 * enough and contains all that the member has seen. An error of a replica is nobody's: the primary answers.
 */
export async function handle(
  endpoint: Endpoint,
  data: unknown,
  ctx: RequestContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<object> {
  const { call, handler } = endpoint;
  const input = inputOf(endpoint, data);
  const { replicas } = ctx.db;
  const reading = call.oldest ? { ...ctx, db: ctx.db.reading } : ctx;
  if (!replicas) return handler(input, reading);

  if (call.oldest) {
    const chosen = choose(replicas, milliseconds[call.oldest], ctx, request);
    if (!('why' in chosen))
      try {
        const answer = await handler(input, { ...ctx, db: chosen.db });
        chosen.end();
        request.source = { age: chosen.age };
        return answer;
      } catch (error) {
        chosen.end(error);
        request.log.debug(error, 'a replica did not answer');
      }
    request.source = { why: 'why' in chosen ? chosen.why : 'failed' };
  }
  return handler(input, reading).finally(() => noteSeen(replicas, ctx, reply));
}

function choose(
  replicas: Replicas,
  oldest: number,
  { member }: RequestContext,
  { headers }: FastifyRequest,
): Exclude<ReturnType<Replicas['choose']>, NoReplica> | { why: NoReplica | 'no-cookie' } {
  const [, seen] = new RegExp(`(?:^|;\\s*)${name}=(\\d{1,15})(?:;|$)`).exec(headers.cookie ?? '') ?? [];
  // nobody knows what a member has seen whose client keeps no cookies; a visitor has written nothing
  if (member && !keepsCookies(headers.cookie)) return { why: 'no-cookie' };
  const chosen = replicas.choose(oldest, seen === undefined ? undefined : Number(seen));
  return typeof chosen === 'string' ? { why: chosen } : chosen;
}

/**
 * Stores in a cookie up to which time the member has seen the primary, so that later answers contain what they wrote and what they saw,
 * whichever gateway gives them. It is a time and not a place in the log, which would tell everybody how much is written. The cookie grants
 * nothing: with another value, a member only sees older data.
 */
function noteSeen(replicas: Replicas, { settings }: RequestContext, reply: FastifyReply): void {
  const time = replicas.primaryTime();
  if (time === undefined) return;
  const secure = settings.publicUrl.startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${name}=${Math.ceil(time)}; Path=/api; Max-Age=${keptFor}; HttpOnly; SameSite=Lax${secure}`,
  );
}
