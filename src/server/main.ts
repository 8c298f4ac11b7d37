import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openSite } from '../partner/site';
import { buildApp, trusted } from './app';
import { settingsNow } from './configuration/settings-now';
import { openDb } from './db/open';
import { buildDesk } from './desk';
import { createWorker } from './jobs/worker';
import { createOutageLog } from './kernel/outage-log';
import { measurements } from './measurements';
import { createMetrics } from './metrics/metrics';
import { buildMetrics } from './metrics/serve-metrics';
import { seed } from './seed/seed';
import { readSettings, type Settings } from './settings/settings';
import { workOf } from './work';

const say = (line: string) => process.stdout.write(`${line}\n`);
const lines = createOutageLog((line) => process.stderr.write(line));
/** Logs an error outside a request, in the format of the request log. */
const log = (error: unknown) => {
  const { message, stack, code } = (error instanceof Error ? error : { message: String(error) }) as Error & {
    code?: string;
  };
  const line = { level: 50, time: Date.now(), pid: process.pid, msg: message, err: { message, stack, code } };
  lines.write(`${JSON.stringify(line)}\n`);
};

/** Maximum time in milliseconds for the gateway to end after a bug. */
const longestEnd = 30_000;

async function main(): Promise<void> {
  const settings = readSettings();
  const db = await openDb(settings, log);
  if (settings.demo && !(await db.run.selectFrom('member').select('id').limit(1).executeTakeFirst()))
    await seed(db, settings);

  const here = path.dirname(fileURLToPath(import.meta.url)); // dist/server
  const staticRoot = path.resolve(here, '../app');
  const metrics = createMetrics(db, Date.now, measurements, { process: true, dataDir: settings.dataDir });
  const leaving = new AbortController();
  const app = await buildApp({
    settings,
    db,
    staticRoot,
    log: lines.write,
    metrics,
    leaving: leaving.signal,
  });
  const desk =
    settings.operatorListen &&
    (await buildDesk(app.gateway, {
      files: path.resolve(here, '../desk'),
      trustProxy: trusted(settings.trustProxy),
      log: lines.write,
    }));
  const figures = settings.metricsListen && buildMetrics(metrics);
  const work = await workOf(db, settings, { now: Date.now, log, files: app.gateway.files });
  const worker = createWorker({ db, ...work, now: Date.now, databaseTime: db.time, log });

  let shop: Awaited<ReturnType<typeof openShop>>;
  const stop = once(async () => {
    leaving.abort();
    if (settings.drain) {
      app.gateway.waiting.leave(settings.drain);
      await delay(settings.drain);
    }
    await shop?.close();
    await desk?.close();
    await app.close(); // finishes the open requests
    await worker.stop();
    await figures?.close();
    metrics.stop();
    await db.close();
    lines.end();
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => stop().then(() => process.exit(0), fail));
  // A bug, after which the state of the process is unknown: logs it, finishes open requests and exits. The supervisor restarts the
  // process.
  process.on('uncaughtException', (error) => {
    log(error);
    setTimeout(fail, longestEnd, new Error('could not end in time')).unref();
    stop().then(() => process.exit(1), fail);
  });

  await app.listen(settings.listen);
  if (settings.operatorListen) await desk?.listen(settings.operatorListen);
  if (settings.metricsListen) await figures?.listen(settings.metricsListen);
  shop = await openShop(settings, path.resolve(here, '../partner'));
  if (!settings.quiet) worker.start();
  const counting = settings.readAgain(await settingsNow(db.run)).told();
  app.log.info({ node: process.version, engine: db.engine, settings: counting }, 'started');
  greet(settings, db.engine);
  if (shop) say(`Example partner (sandbox): http://localhost:${settings.partnerPort}`);
}

/** The example partner's site, on a separate port and with the same HTTP API as any partner; not in production. */
async function openShop({ production, partners, partnerPort, port, publicUrl }: Settings, files: string) {
  const partner = partners.find(({ origins }) => origins.includes(`http://localhost:${partnerPort}`));
  if (production || !partner) return;
  const site = {
    ...partner,
    secret: partner.keys[0]?.secret ?? '',
    port: partnerPort,
    gateway: `http://localhost:${port}`,
    embeds: publicUrl,
    files,
    log,
  };
  return openSite(site).catch((error) => {
    say(`No example partner: ${error.message} (PARTNER_PORT is ${partnerPort})`);
    return undefined;
  });
}

function greet(settings: Settings, engine: string): void {
  say(
    `Cloudphone: ${settings.publicUrl} (${engine === 'pg' ? 'PostgreSQL' : `embedded database in ${settings.dataDir}`})`,
  );
  if (settings.quiet) say('QUIET=on: no jobs are done and nothing leaves this copy');
  if (settings.demo) say('Demo sign-in: demo / cloud2026, Chinese version: democn / cloud2026');
  if (!settings.production) say(`Mails and text messages (sandbox): ${settings.publicUrl}/dev/outbox`);
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined;
  return () => (started ??= work());
}

function fail(error: unknown): void {
  log(error);
  process.exit(1);
}

main().catch(fail);
