import { sql } from 'kysely';
import type { Db, Tx } from '../db/database';
import { eachInTurn } from './each-in-turn';
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

/** Every table, by its quoted name. A part of a table is one of its own; for the whole of it, only what the planner knows is renewed. */
const tables = sql<{ name: string; whole: boolean }>`
  select oid::regclass::text as name, relkind = 'p' as whole from pg_class
  where relkind in ('r', 'm', 'p') and relpersistence <> 't' order by oid`;

/** A part that was archived meanwhile. */
const unlessGone = (error: unknown) => {
  if (!(error instanceof Error && 'code' in error && error.code === '42P01')) throw error;
};

/**
 * Removes dead rows and renews what the planner knows of the tables. PostgreSQL does it by itself; the embedded database has no processes for
 * that, and without it read the device list at three times the cost. It goes table by table, because the statements of members wait for the
 * one that runs: with 300,000 rows in one table, all tables at once take 0.9 s, and the longest statement takes 0.3 s.
 */
export const upkeep: Schedule = {
  name: 'upkeep',
  every: day,
  async run({ engine, run }) {
    if (engine !== 'pglite') return;
    const { rows } = await tables.execute(run);
    await eachInTurn(
      rows,
      ({ name, whole }) => sql.raw(`${whole ? 'analyze' : 'vacuum analyze'} ${name}`).execute(run),
      unlessGone,
    );
  },
};
