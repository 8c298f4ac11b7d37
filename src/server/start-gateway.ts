import path from 'node:path';
import { openSite } from '../partner/site';
import { settingsNow } from './configuration/settings-now';
import type { CompiledPglite } from './db/durable';
import { openDb } from './db/open';
import { createOutageLog } from './kernel/outage-log';
import { openGateway } from './open-gateway';
import { seed } from './seed/seed';
import { readSettings, type Settings } from './settings/settings';

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

/**
 * Starts the gateway with the settings of its environment, and ends the process if it cannot. `built`: the folder of the build; `pglite`: the
 * compiled embedded database, if it is used.
 */
export const startGateway = (built: string, pglite?: CompiledPglite): Promise<void> =>
  start(built, pglite).catch(fail);

async function start(built: string, pglite?: CompiledPglite): Promise<void> {
  const settings = readSettings();
  const db = await openDb(settings, log, pglite);
  if (settings.demo && !(await db.run.selectFrom('member').select('id').limit(1).executeTakeFirst()))
    await seed(db, settings);

  const gateway = await openGateway(settings, db, { built, write: lines.write, log });
  let shop: Awaited<ReturnType<typeof openShop>>;
  const stop = once(async () => {
    await gateway.leave();
    await shop?.close();
    await gateway.close();
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

  await gateway.listen();
  shop = await openShop(settings, path.join(built, 'partner'));
  if (!settings.quiet) gateway.worker.start();
  const counting = settings.readAgain(await settingsNow(db.run)).told();
  gateway.app.log.info({ node: process.version, engine: db.engine, settings: counting }, 'started');
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
