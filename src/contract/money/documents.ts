import { added } from '../wire/call';
import type * as rules from './documents.rules';

/** Where a document is downloaded: a path of the gateway's, for the session of the request and for five minutes; and its file's name. */
export interface DocumentAddress {
  url: string;
  name: string;
}

/** Movements that a statement has at most: a PDF is laid out in memory, a CSV is written row by row. */
export const mostInStatement = { pdf: 2_000, csv: 100_000 } as const;

/**
 * The movements of `txUser/movements` as a file, newest first. `csv`: UTF-8 with BOM, amounts in units (`-12.50`), times as
 * `2026-11-20 14:05:09`; `pdf`: with the sums. Times are those of `timeZone`. Refused (5001) for an unknown time zone, and (500) above
 * `mostInStatement`.
 */
export const statementAddress = added<typeof rules.statementAddress, DocumentAddress>('txUser/statement');

/** A receipt of a payment. Names are those of the document, in the language of the request. */
export interface Receipt {
  number: string;
  /** The name of the company that sold it or paid it out. */
  seller: string;
  /** The member's name, if it is known, and the user name. */
  buyer: string;
  /** ISO 8601: when it was paid, or paid out. */
  at: string;
  /** Goods or purposes with their amounts in fen, and deductions. */
  lines: { name: string; amount: number }[];
  /** Fen that were paid, or paid out. */
  total: number;
  paidOut: boolean;
  /** The way, and the numbers by which it is known elsewhere. */
  facts: { name: string; value: string }[];
  /** The order whose contract belongs to it. */
  contract?: string;
}

/**
 * The receipt of a paid order, of a top-up, or of a withdrawal that was paid out. Refused (500) if it is not the member's, or was not
 * paid with money.
 */
export const getReceipt = added<typeof rules.getReceipt, Receipt>('txOrder/getReceipt');

/** The same receipt as a PDF, with its time in `timeZone`. Refused (5001) for an unknown time zone, and (500) as `getReceipt`. */
export const receiptAddress = added<typeof rules.receiptAddress, DocumentAddress>('txOrder/receipt');
