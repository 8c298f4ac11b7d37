import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clockWindow } from '../../contract/wire/limits';
import { clockTolerance } from '../jobs/worker';
import type { Gateway } from '../kernel/gateway';

/** Milliseconds for which a result is reused, so that frequent probes do not load the database and the disk. */
const freshFor = 2000;

interface State {
  ready: boolean;
  clockOff?: number;
}

/**
 * `GET /livez`: 200 while the process responds; restart the gateway if it does not. `GET /readyz`, and `/health`, its older name: 200
 * while the gateway accepts requests; 503 if it is shutting down, has lost its database, or cannot write to the database or to its disk.
 * `clockOff`: milliseconds by which its clock is ahead of the database's, if that is too much for its jobs; from five minutes on, the
 * gateway rejects all requests and is not ready. `leaving` is aborted before the port closes, so that a load balancer sends new requests
 * elsewhere.
 */
export function serveHealth(
  app: FastifyInstance,
  { db, settings, now }: Gateway,
  leaving: AbortSignal | undefined,
): void {
  let draining = false;
  let last: { until: number; state: Promise<State> } | undefined;
  app.addHook('preClose', async () => {
    draining = true;
  });
  const look = async (): Promise<State> => {
    try {
      await db.write();
      await writeFile(settings.dataDir);
      const off = Math.round(now() - (await db.time()));
      return {
        ready: Math.abs(off) <= clockWindow,
        ...(Math.abs(off) > clockTolerance && { clockOff: off }),
      };
    } catch (error) {
      app.log.error(error);
      return { ready: false };
    }
  };
  const answer = async (_request: FastifyRequest, reply: FastifyReply) => {
    if (!last || last.until < Date.now()) last = { until: Date.now() + freshFor, state: look() };
    const { ready, ...more } = await last.state;
    const welcome = ready && !draining && !leaving?.aborted;
    return reply
      .code(welcome ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready: welcome, ...more });
  };
  app.get('/health', answer);
  app.get('/readyz', answer);
  app.get('/livez', (_request, reply) => reply.header('cache-control', 'no-store').send({ alive: true }));
}

/** Writes and syncs a page to a temporary file, and deletes it. */
async function writeFile(folder: string): Promise<void> {
  const at = path.join(folder, `.health-${process.pid}`);
  const file = await open(at, 'w');
  try {
    await file.write(Buffer.alloc(4096));
    await file.sync();
  } finally {
    await file.close();
    await rm(at, { force: true });
  }
}
