import { added } from '../wire/call';
import type { DocumentAddress } from './documents';
import type * as rules from './invoices.rules';

/** The buyer as the invoice names them, and the address of its notice. */
export interface InvoiceBuyer {
  kind: 'person' | 'company';
  /** The name of the person or the company. */
  title: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Of a company. */
  taxNumber?: string;
  email: string;
}

/** An issued invoice, or a credit note, which has negative amounts. */
export interface IssuedInvoice {
  number: string;
  kind: 'invoice' | 'credit';
  /** ISO 8601. */
  issuedAt: string;
  /** Fen: without tax, the tax, and their sum. */
  net: number;
  tax: number;
  gross: number;
  /** The number of the fapiao, once it exists. */
  fapiao?: string;
}

export interface OrderInvoices {
  /** Whether an invoice can be requested now; a waiting request can be changed by another. */
  may: boolean;
  /** The newest request: `refused` with the reason in `answer`. */
  request?: InvoiceBuyer & { state: 'asked' | 'issued' | 'refused'; askedAt: string; answer?: string };
  /** The invoice, and the credit notes for what was refunded. */
  issued: IssuedInvoice[];
  /** The buyer of an earlier request. */
  before?: InvoiceBuyer;
  /** The only country of the member's invoices; absent: the member chooses one. */
  country?: string;
}

/** The invoice of one of the member's orders. Refused (500) if the order does not exist or belongs to another member. */
export const getInvoices = added<typeof rules.getInvoices, OrderInvoices>('txOrder/getInvoices');

/**
 * Requests the invoice of a paid order, or changes a request that waits. Refused (500) for an order that is unpaid, was completely
 * refunded, was not paid with money, is a top-up, or has an invoice; (5001) with `problems.country` for a country that there is not or
 * that is not the member's, and `problems.taxNumber` for a number with wrong check digits.
 */
export const askInvoice = added<typeof rules.askInvoice, { state: 'asked' }>('txOrder/askInvoice', {
  once: true,
  stale: () => [getInvoices],
});

/** An issued invoice or credit note as a PDF, in the language of its request. Refused (500) for a number that the member does not have. */
export const invoiceAddress = added<typeof rules.invoiceAddress, DocumentAddress>('txOrder/invoice');
