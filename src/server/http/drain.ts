import type { FastifyInstance } from 'fastify';

/** Milliseconds that open requests have to finish in. */
const timeoutMs = 20_000;

/**
 * On the way down: requests that are open finish, and the connections that carry none are closed. Left alone, node waits
 * a minute for connections that a browser opened ahead of use, and as long for those that fell idle a moment too late.
 */
export function drainOnClose(app: FastifyInstance): void {
  let open = 0;
  app.addHook('onRequest', async () => {
    open++;
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
