import { sql } from 'kysely';
import type { Db, Executor } from '../db/database';
import type { Job, JobKind } from './jobs';

/** Milliseconds that a worker has for a job before another may take it. */
const leaseTime = 60_000;
const maxAttempts = 12;

const due = (now: Date) =>
  sql<boolean>`state = 'ready' and run_at <= ${now} and (lease_until is null or lease_until < ${now})`;

/** The jobs of one kind, or those of all other kinds. */
export type Lane = { only: string } | { but: readonly string[] };

const of = (lane: Lane) =>
  'only' in lane
    ? sql<boolean>`kind = ${lane.only}`
    : sql<boolean>`kind not in (${sql.join([...lane.but, ''])})`; // without kinds `''` is used, because an empty list is not valid SQL

/** The destination is not paused, and no other job for it is running. */
const open = (now: Date) => sql<boolean>`(job.destination = '' or not (
  exists (select from job_destination as d where d.name = job.destination and d.paused_until > ${now})
  or exists (select from job as other where other.destination = job.destination and other.lease is not null
    and other.lease_until >= ${now} and other.state = 'ready')))`;

/** Takes the next due job of a lane for `owner`. Two workers never hold the same job at the same time. */
export async function claim(run: Executor, owner: string, lane: Lane, now: number): Promise<Job[]> {
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
        .where(of(lane))
        .where(open(at))
        .orderBy('run_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'kind', 'payload', 'attempts', 'destination'])
    .execute();
  return rows.map(({ id, kind, payload, attempts, destination }) => ({
    id,
    kind,
    payload: JSON.parse(payload),
    attempt: attempts,
    destination,
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

/**
 * The pause of a destination in milliseconds, by consecutive failures: eight seconds from the third on, then twice as long each time, up to a
 * quarter of an hour. A single job waits as long between its own attempts.
 */
const pauseAfter = (failures: number) =>
  failures < 3 ? 0 : Math.min(900_000, 1000 * 2 ** Math.min(failures, 20));

/** Records whether a destination answered. A destination that fails repeatedly is paused: its jobs wait without losing attempts. */
export async function noteAnswer(
  { run }: Db,
  { destination: name }: Job,
  answered: boolean,
  now: number,
): Promise<void> {
  if (!name) return;
  if (answered) return resume(run, name);
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
