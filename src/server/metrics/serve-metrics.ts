import fastify, { type FastifyInstance } from 'fastify';
import { noSchemas } from '../kernel/no-schemas';
import type { Metrics } from './metrics';

/**
 * `GET /metrics` in the Prometheus format, for a separate listener: it reveals sales figures and faults, and requires no authentication.
 * If the database is unreachable, it reports that and the gateway's own figures.
 */
export function buildMetrics({ register }: Metrics): FastifyInstance {
  const app = fastify({ logger: false, schemaController: noSchemas });
  app.get('/metrics', async (_request, reply) => {
    reply.header('cache-control', 'no-store').type(register.contentType);
    const parts = await Promise.all(
      register.getMetricsAsArray().map(({ name }) => register.getSingleMetricAsString(name).catch(() => '')),
    );
    const database = parts.includes('') ? 0 : 1;
    return `${parts.filter(Boolean).join('\n\n')}\n\n# HELP cloudphone_database_up 1 when the database answered\n# TYPE cloudphone_database_up gauge\ncloudphone_database_up ${database}\n`;
  });
  return app;
}
