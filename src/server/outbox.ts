import { randomUUID } from 'node:crypto';
import type { Tx } from './asked';
import { enqueue } from './jobs';

export interface Message {
  channel: 'mail' | 'sms';
  /** A mailbox or a phone number. */
  address: string;
  /** Empty for a text message. */
  subject: string;
  text: string;
}

/** Writes a mail or a text message in the transaction that calls for it; a job delivers it after the commit. */
export async function post(tx: Tx, message: Message, now: number): Promise<void> {
  const id = randomUUID();
  await tx
    .insertInto('message')
    .values({ id, ...message, at: new Date(now), delivered_at: null })
    .execute();
  await enqueue(tx, { id, kind: 'deliver', payload: { id } }, now);
}
