import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildApp, trusted } from './app';
import type { Db } from './db/database';
import { buildDesk } from './desk';
import { createWorker } from './jobs/worker';
import { measurements } from './measurements';
import { createMetrics } from './metrics/metrics';
import { buildMetrics } from './metrics/serve-metrics';
import type { Settings } from './settings/settings';
import { workOf } from './work';

interface Where {
  /** The folder of the build. */
  built: string;
  /** Receives the log, one JSON object per line. */
  write: (line: string) => void;
  /** Logs an error outside a request. */
  log: (error: unknown) => void;
}

/** The listeners and the background work of a gateway on an open database. Nothing listens or works yet. */
export async function openGateway(settings: Settings, db: Db, { built, write, log }: Where) {
  const metrics = createMetrics(db, Date.now, measurements, { process: true, dataDir: settings.dataDir });
  const leaving = new AbortController();
  const app = await buildApp({
    settings,
    db,
    staticRoot: path.join(built, 'app'),
    log: write,
    metrics,
    leaving: leaving.signal,
  });
  const desk =
    settings.operatorListen &&
    (await buildDesk(app.gateway, {
      files: path.join(built, 'desk'),
      trustProxy: trusted(settings.trustProxy),
      log: write,
    }));
  const figures = settings.metricsListen && buildMetrics(metrics);
  const work = await workOf(db, settings, { now: Date.now, log, files: app.gateway.files });
  const worker = createWorker({ db, ...work, now: Date.now, databaseTime: db.time, log });
  return {
    app,
    worker,
    async listen() {
      await app.listen(settings.listen);
      if (settings.operatorListen) await desk?.listen(settings.operatorListen);
      if (settings.metricsListen) await figures?.listen(settings.metricsListen);
    },
    /** Reports not ready, and gives load balancers the time to notice. */
    async leave() {
      leaving.abort();
      if (!settings.drain) return;
      app.gateway.waiting.leave(settings.drain);
      await delay(settings.drain);
    },
    async close() {
      await desk?.close();
      await app.close(); // finishes the open requests
      await worker.stop();
      await figures?.close();
      metrics.stop();
    },
  };
}
