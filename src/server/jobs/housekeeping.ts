import { sql } from 'kysely';
import type { Db, Tx } from '../db/database';
import type { Schedule } from './worker';

/** Deletes expired rows of a room. No logic depends on it, because every reader checks the time as well. */
export type Sweep = (run: Db['run'], now: number) => Promise<void>;

/**
 * Ends one kind of data after its period: deletes, or empties, at most `most` rows that are older than `before`; returns how many. A row
 * that was emptied is not counted again.
 */
export type Ending = (tx: Tx, before: Date, most: number, now: number) => Promise<number>;

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

/** Jobs that failed for good, after people had time to try them again. */
export const endFailedJobs: Ending = async (tx, before, most) => {
  const ended = await tx
    .deleteFrom('job')
    .where('id', 'in', (is) =>
      is
        .selectFrom('job')
        .select('id')
        .where('state', '=', 'dead')
        .where('run_at', '<', before)
        .orderBy('run_at')
        .limit(most),
    )
    .returning('id')
    .execute();
  return ended.length;
};

/** The schedule that runs the sweep of every room, one after the other. */
export const housekeeping = (sweeps: readonly Sweep[]): Schedule => ({
  name: 'housekeeping',
  every: 600_000,
  async run({ run }, now) {
    for (const sweep of sweeps) await sweep(run, now);
  },
});

/**
 * Removes dead rows and renews what the planner knows of the tables. PostgreSQL does it by itself; the embedded database has no processes for
 * that, and without it read the device list at three times the cost.
 */
export const upkeep: Schedule = {
  name: 'upkeep',
  every: day,
  async run({ engine, run }) {
    if (engine === 'pglite') await sql`vacuum analyze`.execute(run);
  },
};
