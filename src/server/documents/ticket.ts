import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { InferOutput } from 'valibot';
import type { receiptAddress, statementAddress } from '../../contract/money/documents.rules';
import type { invoiceAddress } from '../../contract/money/invoices.rules';
import type { Locale } from '../kernel/messages';

/** A document that a member has asked for. */
export type Ticket = Bearer &
  (
    | { statement: InferOutput<typeof statementAddress> }
    | { receipt: InferOutput<typeof receiptAddress> }
    | { invoice: InferOutput<typeof invoiceAddress> }
  );

/** A ticket of one kind of document. */
export type TicketOf<Kind extends 'statement' | 'receipt' | 'invoice'> = Extract<
  Ticket,
  Record<Kind, unknown>
>;

/** The member for whom a document is made, and until when. */
interface Bearer {
  member: string;
  /** `session.hash`: the address ends with it. */
  session: string;
  locale: Locale;
  /** Milliseconds since the epoch. */
  until: number;
}

/** Bytes of the nonce and of the tag of AES-GCM. */
const nonceLength = 12;
const tagLength = 16;

const keyFrom = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'documents', 32));

/** Encrypts the request for a document, so that its address reveals nothing, and only this gateway can make one. Nothing is stored. */
export function sealTicket(secret: string, ticket: Ticket): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret), nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(ticket)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The request behind a ticket; undefined if the gateway did not issue it, or it has expired. `now` in milliseconds. */
export function openTicket(secret: string, ticket: string, now: number): Ticket | undefined {
  const bytes = Buffer.from(ticket, 'base64url');
  const nonce = bytes.subarray(0, nonceLength);
  const tag = bytes.subarray(nonceLength, nonceLength + tagLength);
  if (tag.length < tagLength) return;
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret), nonce, { authTagLength: tagLength });
  decipher.setAuthTag(tag);
  try {
    const text = decipher.update(bytes.subarray(nonceLength + tagLength), undefined, 'utf8');
    const ticket: Ticket = JSON.parse(text + decipher.final('utf8'));
    return ticket.until > now ? ticket : undefined;
  } catch {
    return;
  }
}
