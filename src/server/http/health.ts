import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clockWindow } from '../../contract/wire/limits';
import { clockTolerance } from '../jobs/worker';
import type { Gateway } from '../kernel/gateway';
import { tryDisk } from '../pictures/disk';

/**
 * Milliseconds for which a result is reused, so that frequent probes do not load the database and the disk. A bad one is reused for less:
 * the end of a failover must not be noticed late.
 */
const freshFor = 2000;
const badFor = 250;

interface State {
  ready: boolean;
  /** Absent while uploads are taken. */
  uploads?: false;
  clockOff?: number;
  paused?: string;
}

/**
 * `GET /livez`: 200 while the process responds; restart the gateway if it does not. `GET /readyz`, and `/health`, its older name: 200
 * while the gateway accepts requests; 503 if it is shutting down, or cannot write to the database. `uploads: false`: its disk takes no
 * files. It stays ready then, because only uploads fail, and the other gateways may share that disk. `clockOff`: milliseconds by which
 * its clock is ahead of the database's, if that is too much for its jobs; from five minutes on, the gateway rejects all requests and is
 * not ready. `paused`: why the gateway waits at the moment, and answers calls with 503. It stays ready, because all gateways wait alike, and
 * without any a load balancer would have its own answer, without `Retry-After`. `leaving` is aborted before the port closes, so that a load balancer sends new requests elsewhere.
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
      const uploads = await tryDisk(settings.dataDir).then(
        () => true,
        (error) => void app.log.error(error),
      );
      const paused = db.pause?.();
      const off = Math.round(now() - (await db.time()));
      return {
        ready: Math.abs(off) <= clockWindow,
        ...(!uploads && { uploads: false }),
        ...(Math.abs(off) > clockTolerance && { clockOff: off }),
        ...(paused && { paused }),
      };
    } catch (error) {
      app.log.error(error);
      return { ready: false };
    }
  };
  const answer = async (_request: FastifyRequest, reply: FastifyReply) => {
    const asked = last && last.until > Date.now() ? last : { until: Number.POSITIVE_INFINITY, state: look() };
    last = asked;
    const { ready, ...more } = await asked.state;
    asked.until = Math.min(asked.until, Date.now() + (ready ? freshFor : badFor));
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
