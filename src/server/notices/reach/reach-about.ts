import type { Tx } from '../../db/database';
import { enqueue } from '../../jobs/jobs';

/** The reason to reach members: messages that were written to them, or a notice that has appeared. */
export type Reason = { messages: string[] } | { notice: string };

/**
 * Queues a job that reaches the members who want to be reached. Most messages are for members who want nothing outside the app, and
 * create no job.
 */
export const reachAbout = (tx: Tx, reason: Reason, now: number, runAt = now) =>
  enqueue(tx, { kind: 'reach', payload: reason, runAt }, now);
