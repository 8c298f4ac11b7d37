import { sql } from 'kysely';
import type { Db, Executor } from '../db/database';
import type { Job, JobKind } from './jobs';

/** Milliseconds that a worker has for a job before another may take it. */
const leaseTime = 60_000;
const maxAttempts = 12;

const due = (now: Date) =>
  sql<boolean>`state = 'ready' and run_at <= ${now} and (lease_until is null or lease_until < ${now})`;

/** Jobs that only need the database, and jobs that wait for other systems. */
export type Lane = 'quick' | 'slow';

const of = ({ lane, slow }: { lane: Lane; slow: readonly string[] }) => {
  const kinds = [...slow, '']; // without kinds `''` is used, because an empty list is not valid SQL
  return lane === 'slow'
    ? sql<boolean>`kind in (${sql.join(kinds)})`
    : sql<boolean>`kind not in (${sql.join(kinds)})`;
};

/** Takes the next due job of a lane for `owner`. Two workers never hold the same job at the same time. */
export async function claim(
  run: Executor,
  owner: string,
  which: { lane: Lane; slow: readonly string[] },
  now: number,
): Promise<Job[]> {
  const at = new Date(now);
  const rows = await run
    .updateTable('job')
    .set({ lease: owner, lease_until: new Date(now + leaseTime), attempts: sql<number>`attempts + 1` })
    // `=`, not `in`: the subquery of a list may be evaluated more than once, and then takes more than one job
    .where('id', '=', (from) =>
      from
        .selectFrom('job')
        .select('id')
        .where(due(at))
        .where(of(which))
        .orderBy('run_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .where(due(at))
    .returning(['id', 'kind', 'payload', 'attempts'])
    .execute();
  return rows.map(({ id, kind, payload, attempts }) => ({
    id,
    kind,
    payload: JSON.parse(payload),
    attempt: attempts,
  }));
}

/** Ends the job together with its effect, or does neither: a worker that has lost its lease changes nothing. */
export const complete = (
  db: Db,
  owner: string,
  job: Job,
  effect: JobKind['inside'],
  now: number,
): Promise<boolean> =>
  db.tx(async (tx) => {
    const ended = await tx
      .updateTable('job')
      .set({ state: 'done', lease: null, lease_until: null })
      .where('id', '=', job.id)
      .where('lease', '=', owner)
      .where('attempts', '=', job.attempt)
      .where('state', '=', 'ready')
      .executeTakeFirst();
    if (!ended.numUpdatedRows) return false;
    await effect?.(tx, job, now);
    return true;
  });

/** Returns a failed job to the queue with a delay; after the last attempt it stays as `dead` for review by a person. */
export async function giveBack(
  run: Executor,
  owner: string,
  job: Job,
  error: unknown,
  now: number,
): Promise<void> {
  const wait = Math.min(3_600_000, 1000 * 2 ** job.attempt);
  await run
    .updateTable('job')
    .set({
      state: job.attempt >= maxAttempts ? 'dead' : 'ready',
      lease: null,
      lease_until: null,
      last_error: String(error).slice(0, 500),
      run_at: new Date(now + wait),
    })
    .where('id', '=', job.id)
    .where('lease', '=', owner)
    .execute();
}

/** Whether this instance runs this slot of a schedule. */
export async function takeSlot(run: Executor, name: string, slot: number): Promise<boolean> {
  const taken = await run
    .insertInto('cron_slot')
    .values({ name, slot })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return !!taken.numInsertedOrUpdatedRows;
}
