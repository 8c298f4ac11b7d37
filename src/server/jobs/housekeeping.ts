import type { Db } from '../db/database';
import type { Schedule } from './worker';

/** Deletes expired rows of a room. No logic depends on it, because every reader checks the time as well. */
export type Sweep = (run: Db['run'], now: number) => Promise<void>;

const day = 86_400_000;

export const sweepJobs: Sweep = async (run, now) => {
  await run
    .deleteFrom('job')
    .where('state', '=', 'done')
    .where('run_at', '<', new Date(now - 7 * day))
    .execute();
  // the last slots of every schedule stay, because another instance may still check them
  const newest = await run
    .selectFrom('cron_slot')
    .select(['name', (is) => is.fn.max('slot').as('slot')])
    .groupBy('name')
    .execute();
  for (const { name, slot } of newest)
    await run
      .deleteFrom('cron_slot')
      .where('name', '=', name)
      .where('slot', '<', Number(slot) - 10)
      .execute();
};

/** The schedule that runs the sweep of every room, one after the other. */
export const housekeeping = (sweeps: readonly Sweep[]): Schedule => ({
  name: 'housekeeping',
  every: 600_000,
  async run({ run }, now) {
    for (const sweep of sweeps) await sweep(run, now);
  },
});
