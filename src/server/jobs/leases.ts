import { sql } from 'kysely';
import type { Db, Executor, Tx } from '../db/database';
import type { Job } from './jobs';

/** Milliseconds that a worker has for a job before another may take it. */
export const leaseTime = 60_000;
const maxAttempts = 12;

/** Jobs to claim: `most` of one kind. */
interface Wanted {
  kind: string;
  most: number;
}

/** It may be claimed. */
export const due = (now: Date) =>
  sql<boolean>`state = 'ready' and run_at <= ${now} and (lease_until is null or lease_until < ${now})`;

export interface ClaimedRow {
  id: string;
  kind: string;
  payload: string;
  attempts: number;
  destination: string;
  run_at: Date;
}

export const jobsOf = (rows: readonly ClaimedRow[]): Job[] =>
  [...rows]
    .sort((a, b) => a.run_at.getTime() - b.run_at.getTime())
    .map((row) => ({
      id: row.id,
      kind: row.kind,
      payload: JSON.parse(row.payload),
      attempt: row.attempts,
      destination: row.destination,
    }));

/** Takes the jobs of a list `taken` for `owner`. */
const take = (owner: string, now: number) => sql`
  update job set lease = ${owner}, lease_until = ${new Date(now + leaseTime)}, attempts = attempts + 1
  from taken where job.id = taken.id
  returning job.id, kind, payload, attempts, destination, run_at`;

/**
 * Takes due jobs without a destination for `owner`, the longest due first. Two workers never hold the same job at the same time.
 */
export async function claim(
  run: Executor,
  owner: string,
  { kind, most }: Wanted,
  now: number,
): Promise<Job[]> {
  // without `materialized`, the list may be evaluated more than once, and then takes more jobs
  const { rows } = await sql<ClaimedRow>`
    with taken as materialized (
      select id from job where kind = ${kind} and destination = '' and ${due(new Date(now))}
      order by run_at limit ${sql.lit(most)} for update skip locked
    ) ${take(owner, now)}`.execute(run);
  return jobsOf(rows);
}

/** The changes of the database that jobs make. */
export type Effect = (tx: Tx, jobs: readonly Job[], now: number) => Promise<void>;

/**
 * Ends jobs together with their effect, or does neither. A worker that has lost its lease changes nothing. Returns the number of jobs that
 * ended.
 */
export const complete = (
  db: Db,
  owner: string,
  jobs: readonly Job[],
  effect: Effect | undefined,
  now: number,
): Promise<number> =>
  db.tx(async (tx) => {
    const held = jobs.map(({ id, attempt }) => sql`(${id}, ${sql.lit(attempt)})`);
    const { rows } = await sql<{ id: string }>`
      update job set state = 'done', lease = null, lease_until = null
      where (id, attempts) in (${sql.join(held)}) and lease = ${owner} and state = 'ready'
      returning id`.execute(tx);
    const ended = new Set(rows.map(({ id }) => id));
    if (ended.size)
      await effect?.(
        tx,
        jobs.filter(({ id }) => ended.has(id)),
        now,
      );
    return ended.size;
  });

/** The change of a failed job: it is due after a delay. After the last attempt it stays as `dead`, for review by a person. */
export const afterFailure = ({ attempt }: Job, error: unknown, now: number) => ({
  state: attempt >= maxAttempts ? ('dead' as const) : ('ready' as const),
  last_error: String(error).slice(0, 500),
  run_at: new Date(now + Math.min(3_600_000, 1000 * 2 ** attempt)),
});

/** Returns a failed job to the queue. */
export async function giveBack(
  run: Executor,
  owner: string,
  job: Job,
  error: unknown,
  now: number,
): Promise<void> {
  await run
    .updateTable('job')
    .set({ ...afterFailure(job, error, now), lease: null, lease_until: null })
    .where('id', '=', job.id)
    .where('lease', '=', owner)
    .execute();
}

/** Returns jobs that were not begun: they are due as before, and keep their attempts. */
export async function release(run: Executor, owner: string, jobs: readonly Job[]): Promise<void> {
  if (!jobs.length) return;
  await run
    .updateTable('job')
    .set({ lease: null, lease_until: null, attempts: sql<number>`attempts - 1` })
    .where(
      'id',
      'in',
      jobs.map(({ id }) => id),
    )
    .where('lease', '=', owner)
    .execute();
}

/**
 * The pause of a destination in milliseconds, by consecutive failures: eight seconds from the third on, then twice as long each time, up to a
 * quarter of an hour. A single job waits as long between its own attempts.
 */
const pauseAfter = (failures: number) =>
  failures < 3 ? 0 : Math.min(900_000, 1000 * 2 ** Math.min(failures, 20));

/** Records that a destination failed. If it does so repeatedly it is paused: its jobs wait without losing attempts. */
export async function noteFailure(run: Executor, { destination: name }: Job, now: number): Promise<void> {
  if (!name) return;
  const { failures } = await run
    .insertInto('job_destination')
    .values({ name, failures: 1, paused_until: new Date(now) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ failures: sql<number>`least(job_destination.failures + 1, 1000)` }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow();
  await run
    .updateTable('job_destination')
    .set({ paused_until: new Date(now + pauseAfter(failures)) })
    .where('name', '=', name)
    .execute();
}

/** Ends the pause of a destination. */
export async function resume(run: Executor, destination: string): Promise<void> {
  await run
    .updateTable('job_destination')
    .set({ failures: 0, paused_until: new Date(0) })
    .where('name', '=', destination)
    .execute();
}

/** Deletes what is known about a destination that no job names any more. */
export async function forgetDestination(run: Executor, destination: string): Promise<void> {
  await run.deleteFrom('job_destination').where('name', '=', destination).execute();
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
