import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Gateway } from '../kernel/gateway';

/** Milliseconds that an answer is good for: however often it is asked, the database and the disk are not. */
const freshFor = 2000;

/**
 * `GET /health`: 200 while requests are welcome, 503 once the gateway is on its way down, has lost its database, or can write
 * neither there nor on its disk.
 */
export function serveHealth(app: FastifyInstance, { db, settings }: Gateway): void {
  let draining = false;
  let known: { until: number; ready: Promise<boolean> } | undefined;
  app.addHook('preClose', async () => {
    draining = true;
  });
  const look = async () => {
    try {
      await db.write();
      await writeFile(settings.dataDir);
      return true;
    } catch (error) {
      app.log.error(error);
      return false;
    }
  };
  app.get('/health', async (_request, reply) => {
    if (!known || known.until < Date.now()) known = { until: Date.now() + freshFor, ready: look() };
    const ready = (await known.ready) && !draining;
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready });
  });
}

/** A page of a file that reaches the disk, and is gone again. */
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
