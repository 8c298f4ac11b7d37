import { randomUUID } from 'node:crypto';
import path from 'node:path';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { wechatSandbox } from './auth/wechat/sandbox';
import { servePaidPage } from './checkout/paid-page';
import { serveMiniPayments } from './checkout/pay-in-mini-program';
import { serveOutside } from './checkout/pay-outside';
import { serveNotices } from './checkout/provider-notices';
import { serveSandboxPayments } from './checkout/sandbox-pages';
import { serveSandboxShop } from './checkout/sandbox-shop';
import { followSettings } from './configuration/follow-settings';
import { serveForPartners } from './console/serve-for-partners';
import { createGateway, type GatewayOptions } from './create-gateway';
import { serveOutbox } from './delivery/outbox-page';
import { serveDocuments } from './documents/serve';
import { isEmbedCall } from './embed/admit';
import { answerEmbed } from './embed/answer';
import { serveEmbedFiles } from './embed/files';
import { serveFirstAnswers } from './embed/first-answers';
import { serveFrames } from './embed/frame';
import { serveSecure } from './embed/secure';
import { serveTokens } from './embed/serve-tokens';
import { serveWatch } from './embed/serve-watch';
import { endpoints } from './endpoints';
import { serveVideos } from './goods/videos/serve-video';
import { drainOnClose } from './http/drain';
import { serveHealth } from './http/health';
import { serveDescription } from './http/openapi';
import { servePolicyReports } from './http/policy-reports';
import { rejectUnderPressure } from './http/pressure';
import { refuseAddress, refuseConnection } from './http/refused-requests';
import { serveReload } from './http/reload';
import { secure } from './http/security';
import { serveSecurityTxt } from './http/security-txt';
import { answerFailures, serve } from './http/serve';
import { serveApp } from './http/static';
import type { Gateway } from './kernel/gateway';
import { noSchemas } from './kernel/no-schemas';
import { serveMap } from './location/tiles';
import { measureCalls } from './metrics/calls';
import type { Metrics } from './metrics/metrics';
import { serveOperator } from './operator/serve';
import { followPartners } from './partners/follow-partners';
import { serveProductPictures } from './pictures/artwork/pictures';
import { servePictures } from './pictures/pictures';
import { serveCopies } from './privacy/copies';
import { serveLive } from './screen/live/serve-live';
import { serveScreens } from './screen/serve-screens';
import type { Settings } from './settings/settings';
import { serveUploads } from './upload/serve-upload';

export interface AppOptions extends GatewayOptions {
  /** The built app; may be missing. */
  staticRoot: string;
  /** Receives the log, one JSON object per line; none if absent. */
  log?: (line: string) => void;
  /** Receives counts and times; none if absent. */
  metrics?: Metrics;
  /** Milliseconds of delay of the event loop from which on requests are rejected; 0: never. By the database if absent. */
  longestDelay?: number;
  /** Aborted some time before the gateway closes, so that it reports not ready. */
  leaving?: AbortSignal;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Shared with the other listeners of this gateway. */
    gateway: Gateway;
  }
}

/** Builds the gateway, ready to listen. The caller owns the database. */
export async function buildApp({
  settings,
  db,
  staticRoot,
  ...options
}: AppOptions): Promise<FastifyInstance> {
  const gateway = await createGateway({ settings, db, ...options }, (error) => app.log.error(error));
  const app = fastify({
    logger: options.log ? { level: settings.logLevel, stream: { write: options.log } } : false,
    // Addresses of pictures contain keys, so they are not logged.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    schemaController: noSchemas,
    trustProxy: trusted(settings.trustProxy),
    requestTimeout: 300_000, // a video on a slow network
    keepAliveTimeout: 72_000,
    return503OnClosing: false, // `drainOnClose` answers in an envelope
    clientErrorHandler: refuseConnection,
    frameworkErrors: refuseAddress,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: true,
  });
  if (options.metrics) measureCalls(app, options.metrics.register);
  app.decorate('gateway', gateway);
  const embeds = { matches: isEmbedCall, answer: answerEmbed };
  drainOnClose(app);
  app.addHook('preClose', async () => {
    await Promise.all([gateway.waiting.stop(), gateway.writer.stop()]);
  });
  app.addHook('onClose', async () => {
    await gateway.partnerRequests.flush();
  });
  answerFailures(app, gateway);
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id);
    next();
  });
  await secure(app, staticRoot, settings);
  // The embedded database runs in this thread, and blocks it while it syncs: rejecting members would not help.
  await rejectUnderPressure(app, options.longestDelay ?? (settings.databaseUrl ? 5000 : 0));
  followSettings(app, gateway);
  followPartners(app, gateway);
  const built = (name: string) => path.resolve(staticRoot, '..', name);
  serveHealth(app, gateway, options.leaving);
  serveSecurityTxt(app, gateway);
  await app.register(async (reports) => servePolicyReports(reports, gateway));
  serveDescription(app, endpoints, gateway);
  servePictures(app, gateway);
  serveScreens(app, gateway);
  serveLive(app, gateway);
  serveMap(app, gateway);
  serveProductPictures(app, db);
  if (!settings.production) {
    serveOutbox(app, db);
    serveReload(app);
  }
  wechatSandbox(app, settings);
  servePaidPage(app);
  await app.register(async (page) => serveOutside(page, gateway));
  await app.register(async (pages) => serveMiniPayments(pages, gateway));
  await app.register(async (notices) => serveNotices(notices, gateway));
  await app.register(async (pages) => serveSandboxPayments(pages, gateway));
  await app.register(async (pages) => serveSandboxShop(pages, gateway));
  serveVideos(app, gateway);
  serveCopies(app, gateway);
  serveDocuments(app, gateway);
  if (!settings.production && !settings.operatorListen)
    await app.register(async (desk) => serveOperator(desk, gateway, built('desk')), { prefix: '/operator' });
  await serveForPartners(app, gateway, built);
  await app.register(async (api) => serve(api, endpoints, gateway, embeds), { prefix: '/api' });
  await app.register(async (api) => serveUploads(api, gateway), { prefix: '/api' });
  await app.register(async (partners) => serveTokens(partners, gateway), { prefix: '/embed/v1' });
  await app.register(async (embeds) => serveFirstAnswers(embeds, gateway, endpoints), {
    prefix: '/embed/v1',
  });
  await app.register(async (pages) => serveSecure(pages, built('secure'), endpoints, gateway));
  await app.register(async (pages) => serveWatch(pages, built('secure'), gateway));
  serveFrames(app, built('embed'), gateway);
  await serveEmbedFiles(app, built('embed'), settings.releasesDir);
  const config = {
    base: '/api',
    secret: settings.signingSecret,
    ...(settings.loginJump !== undefined && { jump: settings.loginJump }),
    ...(settings.cloudStoreUrl && { cloudStore: settings.cloudStoreUrl }),
    ...(settings.servicesUrl && { services: settings.servicesUrl }),
  };
  await serveApp(app, staticRoot, config, settings);
  return app;
}

/** Fastify accepts addresses; a number of proxies must be a function of the hop. */
export const trusted = (proxies: Settings['trustProxy']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;
