import { randomUUID } from 'node:crypto';
import type { Tx } from '../db/database';
import { enqueue, type JobKind } from '../jobs/jobs';

export interface Message {
  channel: 'mail' | 'sms';
  /** A mailbox or a phone number. */
  address: string;
  /** Empty for a text message. */
  subject: string;
  text: string;
}

/** A provider of mail or text messages. `id` is the same when a message is handed over again after a crash. */
type Deliver = (message: Message, id: string) => Promise<void>;

/** The provider of a fresh machine: messages go no further than the outbox page. */
export const sandbox: Deliver = async () => {};

/** Writes a mail or a text message in the transaction that calls for it; a job delivers it after the commit. */
export async function queueMessage(tx: Tx, message: Message, now: number): Promise<void> {
  const id = randomUUID();
  await tx
    .insertInto('message')
    .values({ id, ...message, at: new Date(now), delivered_at: null })
    .execute();
  await enqueue(tx, { id, kind: 'deliver', payload: message }, now);
}

/** The job that `post` leaves behind. */
export const delivery = (deliver: Deliver): JobKind => ({
  outside: ({ id, payload }) => deliver(payload as Message, id),
  async inside(tx, { id }, now) {
    await tx
      .updateTable('message')
      .set({ delivered_at: new Date(now) })
      .where('id', '=', id)
      .execute();
  },
});
