import type { Tx } from '../../db/database';
import { enqueue } from '../../jobs/jobs';

/** What members are to be reached about: messages that were written to them, or a notice that has appeared. */
export type Reason = { messages: string[] } | { notice: string };

/** Has a job reach whoever wants to be. Most messages are to members who want nothing outside of the app, and leave no job behind. */
export const reachAbout = (tx: Tx, reason: Reason, now: number, runAt = now) =>
  enqueue(tx, { kind: 'reach', payload: reason, runAt }, now);
