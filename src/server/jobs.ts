import { randomUUID } from 'node:crypto';
import type { Tx } from './asked';

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
