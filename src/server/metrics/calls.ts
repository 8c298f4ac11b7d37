import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Source } from '../db/replicas';

declare module 'fastify' {
  interface FastifyRequest {
    /** `res_code` of the response, if it is an envelope. */
    outcome: string;
    /** Of a read that a replica may answer, if there are replicas. */
    source: Source | undefined;
  }
}

/** Seconds. Members notice a delay from one second on; long polls end after 25. */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Seconds. A replica that follows is a fifth of a second old. */
const ages = [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2, 5, 10, 30];

const probes = new Set(['/readyz', '/livez', '/health']);

/** The pattern of the route, never the address itself: addresses may contain keys, and there are too many of them. */
const routeOf = (request: FastifyRequest) => request.routeOptions.url?.replace(/^\/api\//, '') ?? 'none';

/** Registers who answers the reads that a replica may answer, and how old its answers are. */
function measureReads(register: Registry): (source: Source) => void {
  const count = new Counter({
    name: 'cloudphone_reads_total',
    help: 'Reads that a replica may answer, by who answered, and why it was the primary',
    labelNames: ['source', 'why'],
    registers: [register],
  });
  const age = new Histogram({
    name: 'cloudphone_read_age_seconds',
    help: 'Age of the answers of replicas, at most',
    buckets: ages,
    registers: [register],
  });
  return (source) => {
    if ('why' in source) return count.inc({ source: 'primary', why: source.why });
    count.inc({ source: 'replica', why: '' });
    age.observe(source.age / 1000);
  };
}

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
  const reads = measureReads(register);
  app.decorateRequest('outcome', '');
  app.decorateRequest('source', undefined);
  app.addHook('preSerialization', (request, _reply, payload, next) => {
    const answer = payload as { header?: { res_code?: unknown }; code?: unknown } | null;
    request.outcome = String(answer?.header?.res_code ?? answer?.code ?? '');
    next(null, payload);
  });
  app.addHook('onResponse', (request, reply, next) => {
    note(request, reply);
    next();
  });

  function note(request: FastifyRequest, reply: FastifyReply): void {
    const call = routeOf(request);
    const { outcome } = request;
    seconds.observe({ call }, reply.elapsedTime / 1000);
    count.inc({ call, status: String(reply.statusCode), outcome });
    if (request.source) reads(request.source);
    if (probes.has(call) && reply.statusCode === 200) return; // probes run every other second, so successful ones are not logged
    request.log.info(
      { call, status: reply.statusCode, outcome, ms: Math.round(reply.elapsedTime), ip: request.ip },
      'call',
    );
  }
}
