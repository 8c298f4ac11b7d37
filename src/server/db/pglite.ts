import fs from 'node:fs';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import type { Db } from './database';
import { type CompiledPglite, memoryParams, openDurable, parsers, pglite } from './durable';
import { createDb } from './kysely';
import { lock } from './lock';
import { PgliteDriver } from './pglite-driver';

/** The embedded database: one process, one directory, every acknowledged commit on the disk. */
export async function openPglite(directory: string, compiled?: CompiledPglite): Promise<Db> {
  const parent = path.resolve(directory, '..');
  fs.mkdirSync(parent, { recursive: true });
  const real = path.join(fs.realpathSync(parent), path.basename(directory));
  const unlock = await lock(real);
  try {
    const db = createDb('pglite', new PgliteDriver(await openDurable(real, compiled)));
    return { ...db, close: () => db.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** An in-memory database, empty or from a copy made by `dumpDataDir`; it disappears with the process. */
export async function openPgliteInMemory(copy?: Blob): Promise<{ db: Db; lite: PGlite }> {
  const lite = await pglite().PGlite.create({
    startParams: memoryParams(),
    parsers,
    ...(copy ? { loadDataDir: copy } : {}),
  });
  const db = createDb('pglite', new PgliteDriver(lite));
  const close = async () => {
    await db.close();
    if (!lite.closed) await lite.close(); // Kysely opens its driver with the first statement, and closes nothing without one
  };
  return { db: { ...db, close }, lite };
}
