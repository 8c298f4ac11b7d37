import { randomUUID } from 'node:crypto';
import type { Tx } from '../db/database';
import type { Sweep } from '../jobs/housekeeping';
import { enqueue, forgetPayload, type OutsideKind } from '../jobs/jobs';
import { dayLength } from '../kernel/dates';

export interface Message {
  channel: 'mail' | 'sms';
  /** A mailbox or a phone number. */
  address: string;
  /** Empty for a text message. */
  subject: string;
  text: string;
}

/** A provider of mail or text messages. `id` stays the same if a message is sent again after a crash. */
export type Deliver = (message: Message, id: string) => Promise<void>;

/** The default provider: messages stay in the outbox page. */
export const sandbox: Deliver = async () => {};

/**
 * Queues a mail or a text message in the caller's transaction; a job delivers it after the commit, not before `runAt`. `urgent`: the message
 * contains a code, and is delivered in a lane of its own.
 */
export async function queueMessage(
  tx: Tx,
  message: Message,
  now: number,
  { runAt = now, urgent = false }: { runAt?: number; urgent?: boolean } = {},
): Promise<void> {
  const id = randomUUID();
  await tx
    .insertInto('message')
    .values({ id, ...message, at: new Date(now), delivered_at: null })
    .execute();
  await enqueue(tx, { id, kind: urgent ? 'deliver-code' : 'deliver', payload: message, runAt }, now);
}

/** The job that `queueMessage` creates. `forget`: deletes the text, which may contain codes, after delivery; the outbox page needs it. */
export const delivery = (deliver: Deliver, forget: boolean): OutsideKind => ({
  places: 3,
  outside: ({ id, payload }) => deliver(payload as Message, id),
  async inside(tx, { id }, now) {
    await tx
      .updateTable('message')
      .set({ delivered_at: new Date(now), ...(forget && { text: '' }) })
      .where('id', '=', id)
      .execute();
    if (forget) await forgetPayload(tx, id);
  },
});

/** Deletes messages that are older than a week. */
export const sweepMessages: Sweep = async (run, now) => {
  await run
    .deleteFrom('message')
    .where('at', '<', new Date(now - 7 * dayLength))
    .execute();
};
