import diagnostics from 'node:diagnostics_channel';
import { Counter, Histogram, type Registry } from 'prom-client';

interface Sent {
  host: string;
  began: number;
}

/** The data of node's and undici's request events. */
interface RequestEvent {
  request: { origin?: unknown; getHeader?(name: string): unknown };
  response?: { statusCode: number };
}

const hostOf = (address: unknown): string => {
  try {
    return new URL(String(address)).host;
  } catch {
    return String(address);
  }
};

/**
 * Counts and times outgoing requests by host: providers of payments, mail hooks, machines, pictures. Node reports the begin and end of
 * each request, whichever library sent it. Returns a function that stops counting.
 */
export function measureOutside(register: Registry): () => void {
  const seconds = new Histogram({
    name: 'cloudphone_provider_seconds',
    help: 'Time until a provider answered',
    labelNames: ['host'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [register],
  });
  const count = new Counter({
    name: 'cloudphone_provider_requests_total',
    help: 'Requests to providers by HTTP status; `error` when there was no answer',
    labelNames: ['host', 'status'],
    registers: [register],
  });
  const sent = new WeakMap<object, Sent>();
  const begin = (request: object, host: string) => sent.set(request, { host, began: performance.now() });
  const end = (request: object, status: string) => {
    const about = sent.get(request);
    if (!about) return;
    sent.delete(request);
    seconds.observe({ host: about.host }, (performance.now() - about.began) / 1000);
    count.inc({ host: about.host, status });
  };
  /** `fetch`, and clients based on node's own. */
  const listeners: Record<string, (message: RequestEvent) => void> = {
    'undici:request:create': ({ request }) => begin(request, hostOf(request.origin)),
    'undici:request:headers': ({ request, response }) => end(request, String(response?.statusCode)),
    'undici:request:error': ({ request }) => end(request, 'error'),
    'http.client.request.start': ({ request }) => begin(request, String(request.getHeader?.('host'))),
    'http.client.response.finish': ({ request, response }) => end(request, String(response?.statusCode)),
    'http.client.request.error': ({ request }) => end(request, 'error'),
  };
  const channels = Object.entries(listeners).map(
    ([name, heard]) => [name, (message: unknown) => heard(message as RequestEvent)] as const,
  );
  for (const [name, heard] of channels) diagnostics.subscribe(name, heard);
  return () => {
    for (const [name, heard] of channels) diagnostics.unsubscribe(name, heard);
  };
}
