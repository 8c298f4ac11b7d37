import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** For `npm run dev`: identifies the run of the gateway to an open page, so that it reloads after a save. */
export function serveReload(app: FastifyInstance): void {
  const run = randomUUID();
  const open = new Set<() => void>();
  app.get('/dev/reload', (_, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    reply.raw.write(`retry: 300\ndata: ${run}\n\n`);
    const end = () => reply.raw.end();
    open.add(end);
    reply.raw.on('close', () => open.delete(end));
  });
  app.addHook('preClose', async () => {
    for (const end of open) end();
  });
}
