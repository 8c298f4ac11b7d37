import type { Generated } from 'kysely';
import type { Locale } from '../../contract/wire/locale';
import { byMember, type SpreadOf } from '../schema/spread';

/** Invoices and credit notes, with their lines and their numbers. */
export interface DocumentTables {
  invoice: InvoiceTable;
  invoice_line: InvoiceLineTable;
  invoice_series: InvoiceSeriesTable;
}

export const spread: SpreadOf<DocumentTables> = {
  invoice: byMember,
  invoice_line: byMember,
  invoice_series: 'here',
};

/** The seller as an issued document names it. */
export interface Seller {
  name: string;
  address: string;
  taxNumber: string;
}

/** A request for an invoice, and the invoice once it is issued; or a credit note, which nobody requests. An issued one never changes. */
export interface InvoiceTable {
  id: string;
  kind: 'invoice' | 'credit';
  /** `credit`: the invoice that it corrects. */
  corrects: string | null;
  order_no: string;
  member: string;
  state: 'asked' | 'issued' | 'refused';
  asked_at: Date;
  /** Language of the document. */
  locale: Locale;
  buyer: 'person' | 'company';
  title: string;
  tax_number: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Where the notice goes; empty once the account is deleted. */
  email: string;
  /** The reason for a refusal. */
  answer: string | null;
  decided_at: Date | null;
  /** The person of the back office; null for a credit note. */
  decided_by: string | null;
  /** `INV-2026-000001`; null until it is issued. */
  number: string | null;
  /** JSON: `Seller`, as it was when it was issued. */
  seller: string | null;
  paid_at: Date | null;
  /** Fen, sums of the lines; negative for a credit note. */
  net: Generated<number>;
  tax: Generated<number>;
  gross: Generated<number>;
  /** Fen of the invoice that credit notes have credited. */
  credited: Generated<number>;
  /** Number of the fapiao. */
  fapiao: string | null;
}

interface InvoiceLineTable {
  member: string;
  /** `<invoice>:<position>` */
  id: string;
  invoice: string;
  position: number;
  name: string;
  quantity: number;
  /** Hundredths of a percent. */
  rate: number;
  net: number;
  tax: number;
  gross: number;
}

/** The last number of each year. A number is taken in the transaction that issues, so that none is missing and none is there twice. */
interface InvoiceSeriesTable {
  kind: 'invoice' | 'credit';
  year: number;
  last: number;
}
