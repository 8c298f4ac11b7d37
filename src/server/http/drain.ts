import type { FastifyInstance } from 'fastify';
import { RequestRejected } from '../kernel/request-rejected';

/** Probes are answered until the end. */
const probes = ['/health', '/readyz', '/livez'];
/** Milliseconds for open requests to finish. */
const timeoutMs = 20_000;

/**
 * During shutdown, open requests finish and idle connections are closed. Without this, node waits a minute for connections that a browser
 * opened in advance, and for those that became idle a moment too late.
 */
export function drainOnClose(app: FastifyInstance): void {
  let open = 0;
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', (request, reply, next) => {
    open++;
    if (!closing || probes.includes(request.url)) return next();
    reply.header('connection', 'close');
    next(new RequestRejected('busy'));
  });
  app.addHook('onResponse', (_request, _reply, next) => {
    open--;
    next();
  });
  app.addHook('preClose', async () => {
    const since = Date.now();
    const timer = setInterval(() => {
      if (open === 0 || Date.now() - since > timeoutMs) app.server.closeAllConnections();
    }, 50);
    app.server.once('close', () => clearInterval(timer));
  });
}
