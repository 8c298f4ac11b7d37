import type { Executor } from '../db/database';

/** Jobs that were given up after their last attempt, the newest first, with what went wrong. */
export async function listDead(run: Executor) {
  const rows = await run
    .selectFrom('job')
    .select(['id', 'kind', 'attempts', 'run_at', 'last_error'])
    .where('state', '=', 'dead')
    .orderBy('run_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return rows.map(({ run_at, last_error, ...row }) => ({ ...row, lastTry: run_at, error: last_error }));
}

/** Tries dead jobs again from the beginning: one of them, or `all`. Gives how many. */
export async function retryJob(run: Executor, id: string, now: number): Promise<{ retried: number }> {
  const { numUpdatedRows } = await run
    .updateTable('job')
    .set({ state: 'ready', attempts: 0, run_at: new Date(now), lease: null, lease_until: null })
    .where('state', '=', 'dead')
    .where((is) => (id === 'all' ? is.lit(true) : is('id', '=', id)))
    .executeTakeFirst();
  return { retried: Number(numUpdatedRows) };
}
