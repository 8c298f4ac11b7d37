import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { column } from '../db/column';
import type { Tx } from '../db/database';

/** A job as its kind receives it. */
export interface Job {
  id: string;
  kind: string;
  payload: unknown;
  /** The number of this attempt, from 1. */
  attempt: number;
  /** The system that it waits for; `''` if its kind has only one. */
  destination: string;
}

/** How a kind of job is performed. */
export type JobKind = DatabaseKind | OutsideKind | SeriesKind;

/** A kind that only changes the database. Each job happens exactly once. */
export interface DatabaseKind {
  /** Jobs that commit together at most, if they are due together. */
  together: number;
  inside(tx: Tx, jobs: readonly Job[], now: number): Promise<void>;
}

/** A kind that calls other systems. A call may be repeated after a crash: pass `job.id` on as the idempotency key. */
export interface OutsideKind {
  /** Jobs that run in parallel in a gateway. Each kind has its own places, so a slow one delays no other. */
  places: number;
  /** Jobs name a destination: one job at a time runs for each, and a destination that fails is paused. */
  byDestination?: true;
  outside(job: Job): Promise<void>;
  /** Commits together with the end of the job. */
  inside?(tx: Tx, job: Job, now: number): Promise<void>;
}

/** A kind whose jobs for one destination are claimed together and performed one after the other. */
export interface SeriesKind {
  /** Destinations that are served in parallel by a gateway. */
  places: number;
  /** Jobs that are claimed together at most. */
  series: number;
  /** Reads what the jobs of several series need, before these begin. */
  read?(jobs: readonly Job[]): Promise<unknown>;
  /** `read`: what `read` returned. */
  outside(jobs: readonly Job[], read: unknown): Promise<Performed>;
  /** Commits together with the end of several series. `reports`: those of their outcomes. */
  inside?(tx: Tx, reports: readonly unknown[], now: number): Promise<void>;
}

/** The outcome of a series. Jobs that are in neither list were not begun. */
export interface Performed {
  done: readonly Job[];
  failed?: { job: Job; error: unknown };
  /** For `inside`. */
  report?: unknown;
}

interface NewJob {
  kind: string;
  payload: object;
  /** A job with an id runs once. */
  id?: string;
  runAt?: number;
  destination?: string;
}

const rowOf = ({ id = randomUUID(), kind, payload, runAt, destination = '' }: NewJob, now: number) => ({
  id,
  kind,
  destination,
  payload: JSON.stringify(payload),
  state: 'ready' as const,
  run_at: new Date(runAt ?? now),
  attempts: 0,
  lease: null,
  lease_until: null,
  last_error: null,
});

/** Queues a job in the caller's transaction: it runs once after the commit, or not at all after a rollback. */
export async function enqueue(tx: Tx, job: NewJob, now: number): Promise<string> {
  const row = rowOf(job, now);
  await tx
    .insertInto('job')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return row.id;
}

/** A job that is not ready is as if it were new. */
const onceMore = sql`(id) do update set state = excluded.state, run_at = excluded.run_at, attempts = excluded.attempts, lease = null,
  lease_until = null, last_error = null where job.state <> excluded.state`;

/**
 * Queues jobs with one statement, whose text is the same for any number of them. `again`: one that is done runs once more; a job that is still
 * waiting stays as it is.
 */
export async function enqueueAll(
  tx: Tx,
  jobs: readonly NewJob[],
  now: number,
  { again = false } = {},
): Promise<void> {
  if (!jobs.length) return;
  const rows = jobs.map((job) => rowOf(job, now));
  await sql`
    insert into job (id, kind, destination, payload, run_at, state, attempts)
    select id, kind, destination, payload, run_at, 'ready', 0
    from unnest(
      ${column(rows, 'id')}::text[], ${column(rows, 'kind')}::text[], ${column(rows, 'destination')}::text[],
      ${column(rows, 'payload')}::text[], ${column(rows, 'run_at')}::timestamptz[]
    ) as one (id, kind, destination, payload, run_at)
    on conflict ${again ? onceMore : sql`do nothing`}`.execute(tx);
}

/** Deletes the payload of a completed job, which nobody may read any more. */
export async function forgetPayload(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('job').set({ payload: '{}' }).where('id', '=', id).execute();
}
