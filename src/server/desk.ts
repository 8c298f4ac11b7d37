import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { drainOnClose } from './http/drain';
import { serveHealth } from './http/health';
import { answerFailures } from './http/serve';
import type { Gateway } from './kernel/gateway';
import { noSchemas } from './kernel/no-schemas';
import { serveOperator } from './operator/serve';

/** The back office on a separate listener, away from members. Behind a proxy its addresses come from `TRUST_PROXY`, as the app's. */
export async function buildDesk(
  gateway: Gateway,
  {
    files,
    trustProxy,
    log,
  }: {
    files: string;
    trustProxy: NonNullable<FastifyServerOptions['trustProxy']>;
    log?: (line: string) => void;
  },
): Promise<FastifyInstance> {
  const { settings } = gateway;
  const app = fastify({
    logger: log ? { level: settings.logLevel, stream: { write: log } } : false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    schemaController: noSchemas,
    trustProxy,
    requestTimeout: 300_000, // a video on a slow network
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
  drainOnClose(app);
  answerFailures(app, gateway);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
  });
  serveHealth(app, gateway, undefined);
  app.get('/', (_request, reply) => reply.redirect('/operator/'));
  await app.register(async (desk) => serveOperator(desk, gateway, files), { prefix: '/operator' });
  return app;
}
