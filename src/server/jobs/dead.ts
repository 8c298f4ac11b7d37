import type { Executor } from '../db/database';

/** Retries dead jobs from the beginning: one of them, or `all`. Returns their number. */
export async function retryJob(run: Executor, id: string, now: number): Promise<{ retried: number }> {
  const { numUpdatedRows } = await run
    .updateTable('job')
    .set({ state: 'ready', attempts: 0, run_at: new Date(now), lease: null, lease_until: null })
    .where('state', '=', 'dead')
    .where((is) => (id === 'all' ? is.lit(true) : is('id', '=', id)))
    .executeTakeFirst();
  return { retried: Number(numUpdatedRows) };
}
