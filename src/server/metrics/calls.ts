import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';

declare module 'fastify' {
  interface FastifyRequest {
    /** `res_code` of the response, if it is an envelope. */
    outcome: string;
  }
}

/** Seconds. Members notice a delay from one second on; long polls end after 25. */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const probes = new Set(['/readyz', '/livez', '/health']);

/** The pattern of the route, never the address itself: addresses may contain keys, and there are too many of them. */
const routeOf = (request: FastifyRequest) => request.routeOptions.url?.replace(/^\/api\//, '') ?? 'none';

/**
 * Counts and times every request by route, HTTP status and outcome (`res_code`), and logs it. The response header `x-request-id` contains
 * the `reqId` of the log line, so that a member's problem can be found.
 */
export function measureCalls(app: FastifyInstance, register: Registry): void {
  const seconds = new Histogram({
    name: 'cloudphone_call_seconds',
    help: 'Time of a request until its answer was sent',
    labelNames: ['call'],
    buckets,
    registers: [register],
  });
  const count = new Counter({
    name: 'cloudphone_calls_total',
    help: 'Requests by call, HTTP status and res_code',
    labelNames: ['call', 'status', 'outcome'],
    registers: [register],
  });
  app.decorateRequest('outcome', '');
  app.addHook('preSerialization', async (request, _reply, payload) => {
    const answer = payload as { header?: { res_code?: unknown }; code?: unknown } | null;
    request.outcome = String(answer?.header?.res_code ?? answer?.code ?? '');
    return payload;
  });
  app.addHook('onResponse', async (request: FastifyRequest, reply: FastifyReply) => {
    const call = routeOf(request);
    const { outcome } = request;
    seconds.observe({ call }, reply.elapsedTime / 1000);
    count.inc({ call, status: String(reply.statusCode), outcome });
    if (probes.has(call) && reply.statusCode === 200) return; // probes run every other second, so successful ones are not logged
    request.log.info(
      { call, status: reply.statusCode, outcome, ms: Math.round(reply.elapsedTime), ip: request.ip },
      'call',
    );
  });
}
