import type { InferOutput } from 'valibot';
import type { receiptAddress, statementAddress } from '../../contract/money/documents.rules';
import type { invoiceAddress } from '../../contract/money/invoices.rules';
import type { Locale } from '../kernel/messages';
import { openTicket, sealTicket } from '../kernel/sealed-ticket';

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

const purpose = 'documents';

/** The request for a document, as its address contains it. */
export const sealDocument = (secret: string, ticket: Ticket): string => sealTicket(secret, purpose, ticket);

/** The request behind a ticket; undefined if the gateway did not issue it, or it has expired. `now` in milliseconds. */
export const openDocument = (secret: string, ticket: string, now: number): Ticket | undefined =>
  openTicket<Ticket>(secret, purpose, ticket, now);
