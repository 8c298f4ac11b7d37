import type { FastifyInstance } from 'fastify';
import { RequestRejected } from '../kernel/request-rejected';

/** They are answered until the end. */
const probes = ['/health', '/readyz', '/livez'];
/** Milliseconds that open requests have to finish in. */
const timeoutMs = 20_000;

/**
 * On the way down: requests that are open finish, and the connections that carry none are closed. Left alone, node waits
 * a minute for connections that a browser opened ahead of use, and as long for those that fell idle a moment too late.
 */
export function drainOnClose(app: FastifyInstance): void {
  let open = 0;
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', async (request, reply) => {
    open++;
    if (!closing || probes.includes(request.url)) return;
    reply.header('connection', 'close');
    throw new RequestRejected('busy');
  });
  app.addHook('onResponse', async () => {
    open--;
  });
  app.addHook('preClose', async () => {
    const since = Date.now();
    const timer = setInterval(() => {
      if (open === 0 || Date.now() - since > timeoutMs) app.server.closeAllConnections();
    }, 50);
    app.server.once('close', () => clearInterval(timer));
  });
}
