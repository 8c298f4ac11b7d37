import type { Tx } from '../db/database';
import { queueMessage } from '../delivery/outbox';
import { type Locale, type MessageName, translate } from '../kernel/messages';
import { addressesOf, type Recipient } from './contacts';
import type { Member } from './members';

/** The reader's language, and milliseconds since the epoch. */
interface Sending {
  locale: Locale;
  now: number;
}

/** Sends a message to a contact, in the caller's transaction. */
export const sendToContact = (
  tx: Tx,
  { locale, now }: Sending,
  { kind, address }: Recipient,
  text: MessageName,
  values: Record<string, string | number> = {},
) =>
  queueMessage(
    tx,
    {
      channel: kind === 'email' ? 'mail' : 'sms',
      address,
      subject: kind === 'email' ? translate(locale, 'mailSubject') : '',
      text: translate(locale, text, values),
    },
    now,
    { urgent: 'code' in values },
  );

/** Sends a message to every contact in `member` as it was read, so that changing one contact does not hide the change from the others. */
export async function sendToAll(
  tx: Tx,
  sending: Sending,
  member: Pick<Member, 'phone' | 'email'>,
  text: MessageName,
  values: Record<string, string | number> = {},
): Promise<void> {
  for (const to of addressesOf(member)) await sendToContact(tx, sending, to, text, values);
}
