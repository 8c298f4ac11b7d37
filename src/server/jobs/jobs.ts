import { randomUUID } from 'node:crypto';
import type { Tx } from '../db/database';

/** A job as its kind receives it. */
export interface Job {
  id: string;
  kind: string;
  payload: unknown;
  /** The number of this attempt, from 1. */
  attempt: number;
}

/**
 * How a kind of job is performed. `outside` calls other systems, and may be repeated after a crash: pass `job.id` on as the idempotency
 * key. `inside` happens exactly once: it commits together with the end of the job.
 */
export interface JobKind {
  /** The job waits for other systems, so it runs in a separate lane and does not delay quick jobs. */
  slow?: true;
  outside?(job: Job): Promise<void>;
  inside?(tx: Tx, job: Job, now: number): Promise<void>;
}

/** Queues a job in the caller's transaction: it runs once after the commit, or not at all after a rollback. */
export async function enqueue(
  tx: Tx,
  job: { kind: string; payload: object; id?: string; runAt?: number },
  now: number,
): Promise<string> {
  const id = job.id ?? randomUUID();
  await tx
    .insertInto('job')
    .values({
      id,
      kind: job.kind,
      payload: JSON.stringify(job.payload),
      state: 'ready',
      run_at: new Date(job.runAt ?? now),
      attempts: 0,
      lease: null,
      lease_until: null,
      last_error: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return id;
}

/** Deletes the payload of a completed job, which nobody may read any more. */
export async function forgetPayload(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('job').set({ payload: '{}' }).where('id', '=', id).execute();
}
