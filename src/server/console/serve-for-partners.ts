import type { FastifyInstance } from 'fastify';
import type { Gateway } from '../kernel/gateway';
import { hasTestMode } from '../partners/records';
import { serveConsole } from './serve';
import { serveOther } from './serve-other';
import { servePreview } from './serve-preview';
import { serveStatus } from './status';
import { followTestRecords } from './test-records';

/** The partner console with its documents, the status, and what the gateways of the two modes ask each other. `built`: a folder of the build. */
export async function serveForPartners(
  app: FastifyInstance,
  gateway: Gateway,
  built: (name: string) => string,
): Promise<void> {
  const { settings } = gateway;
  if (settings.partnerConsole.on)
    await app.register(
      async (pages) => serveConsole(pages, gateway, { page: built('console'), docs: built('docs') }),
      { prefix: '/partners' },
    );
  if (hasTestMode(settings)) servePreview(app, gateway, built('console'));
  const api = { prefix: '/embed/v1' };
  await app.register(async (status) => serveStatus(status, gateway, built('embed')), api);
  if (!settings.partnerConsole.other) return;
  await app.register(async (other) => serveOther(other, gateway), api);
  if (settings.testMode) followTestRecords(app, gateway);
}
