import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/database';

/** `GET /health`: 200 while requests are welcome, 503 once the gateway is on its way down or has lost its database. */
export function serveHealth(app: FastifyInstance, { time }: Db): void {
  let draining = false;
  app.addHook('preClose', async () => {
    draining = true;
  });
  app.get('/health', async (request, reply) => {
    const ready = !draining && (await reachable(time, (error) => request.log.error(error)));
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready });
  });
}

const reachable = (time: Db['time'], log: (error: unknown) => void) =>
  time().then(
    () => true,
    (error) => {
      log(error);
      return false;
    },
  );
