import { randomUUID } from 'node:crypto';
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

/**
 * How a kind of job is performed. `outside` calls other systems, and may be repeated after a crash: pass `job.id` on as the idempotency
 * key. `inside` happens exactly once: it commits together with the end of the job.
 */
export interface JobKind {
  /**
   * The kind waits for other systems, so it has a lane of its own: this many jobs run in parallel, one for each destination, and delay no
   * other kind.
   */
  places?: number;
  outside?(job: Job): Promise<void>;
  inside?(tx: Tx, job: Job, now: number): Promise<void>;
}

interface NewJob {
  kind: string;
  payload: object;
  /** A job with an id runs once. `again`: once more if it is done; a job that is still waiting stays as it is. */
  id?: string;
  again?: true;
  runAt?: number;
  destination?: string;
}

/** Queues a job in the caller's transaction: it runs once after the commit, or not at all after a rollback. */
export async function enqueue(tx: Tx, job: NewJob, now: number): Promise<string> {
  const id = job.id ?? randomUUID();
  const fresh = {
    state: 'ready',
    run_at: new Date(job.runAt ?? now),
    attempts: 0,
    lease: null,
    lease_until: null,
    last_error: null,
  } as const;
  const { kind, destination = '' } = job;
  await tx
    .insertInto('job')
    .values({ id, kind, destination, payload: JSON.stringify(job.payload), ...fresh })
    .onConflict((conflict) =>
      job.again
        ? conflict.column('id').doUpdateSet(fresh).where('job.state', '<>', 'ready')
        : conflict.doNothing(),
    )
    .execute();
  return id;
}

/** Deletes the payload of a completed job, which nobody may read any more. */
export async function forgetPayload(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('job').set({ payload: '{}' }).where('id', '=', id).execute();
}
