import type { FastifyInstance } from 'fastify';
import type { Db, Executor } from '../db/database';
import type { Settings } from '../settings/settings';
import { importGiven } from './import-given';
import { readPartners, versionOf } from './records';

/** Milliseconds until another gateway applies a change made at this one, and until an ended key is dropped. */
const intervalMs = 5000;

interface Deps {
  db: Db;
  settings: Settings;
  now(): number;
}

/** Applies the partners of the database to this gateway. Returns their version. */
export async function applyPartners(
  { run }: { run: Executor },
  settings: Settings,
  now: number,
): Promise<{ version: number; lost: string[] }> {
  const { partners, ...rest } = await readPartners(run, settings, now);
  settings.partners = partners;
  return rest;
}

/** Starts with the partners of the database, after importing those of PARTNERS, and follows every change. */
export function followPartners(app: FastifyInstance, { db, settings, now }: Deps): void {
  let timer: NodeJS.Timeout | undefined;
  let applied = -1;
  let endsAt = 0;
  const follow = async () => {
    if ((await versionOf(db.run)) === applied && now() < endsAt) return;
    const { version, lost } = await applyPartners(db, settings, now());
    if (lost.length) app.log.error(`keys of partners that SECRETS_KEY does not open: ${lost.join(', ')}`);
    applied = version;
    endsAt = await nextEnd(db.run, now());
  };
  const look = () => follow().catch((error) => app.log.error(error));
  app.addHook('onReady', async () => {
    for (const problem of settings.partnerProblems) app.log.error(`left out: ${problem}`);
    const imported = await importGiven(db, settings, now());
    if (imported.length) app.log.info(`imported from PARTNERS: ${imported.join(', ')}`);
    await follow();
    timer = setInterval(look, intervalMs).unref();
  });
  app.addHook('preClose', async () => clearInterval(timer));
}

/** When the next key ends, in milliseconds since the epoch. */
async function nextEnd(run: Executor, now: number): Promise<number> {
  const { ends } = await run
    .selectFrom('partner_key')
    .select((is) => is.fn.min<Date | null>('ends_at').as('ends'))
    .where('ends_at', '>', new Date(now))
    .executeTakeFirstOrThrow();
  return ends?.getTime() ?? Number.POSITIVE_INFINITY;
}
