import { randomUUID } from 'node:crypto';
import type { Tx } from '../db/database';

/** What each kind of job is given. */
export interface Job {
  id: string;
  kind: string;
  payload: unknown;
  /** This attempt, from 1. */
  attempt: number;
}

/**
 * How a kind of job is done. `outside` reaches other systems, and may happen again after a crash: pass `job.id` on as
 * their idempotency key. `inside` happens exactly once: it commits together with the end of the job.
 */
export interface JobKind {
  /** Waits for other systems: done beside the quick ones, which do not wait for it. */
  slow?: true;
  outside?(job: Job): Promise<void>;
  inside?(tx: Tx, job: Job, now: number): Promise<void>;
}

/** Puts a job down in the transaction that makes it necessary: it is done once that commits, and only then. */
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

/** Throws away what a job was to work on: it is done, and nobody may read it. */
export async function forgetPayload(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('job').set({ payload: '{}' }).where('id', '=', id).execute();
}
