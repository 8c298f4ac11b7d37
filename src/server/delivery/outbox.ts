import { randomUUID } from 'node:crypto';
import type { Tx } from '../db/database';
import type { Sweep } from '../jobs/housekeeping';
import { enqueue, forgetPayload, type JobKind } from '../jobs/jobs';
import { dayLength } from '../kernel/dates';

export interface Message {
  channel: 'mail' | 'sms';
  /** A mailbox or a phone number. */
  address: string;
  /** Empty for a text message. */
  subject: string;
  text: string;
}

/** A provider of mail or text messages. `id` is the same when a message is handed over again after a crash. */
export type Deliver = (message: Message, id: string) => Promise<void>;

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

/**
 * The job that `queueMessage` leaves behind. `forget`: what a message says, codes among it, is thrown away once it has been
 * delivered; the outbox page shows what it keeps.
 */
export const delivery = (deliver: Deliver, forget: boolean): JobKind => ({
  slow: true,
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

/** Sweeps messages of last week. */
export const sweepMessages: Sweep = async (run, now) => {
  await run
    .deleteFrom('message')
    .where('at', '<', new Date(now - 7 * dayLength))
    .execute();
};
