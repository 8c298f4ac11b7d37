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

/**
 * The receipt of a paid order (a top-up is one), or of a withdrawal that was paid out, as a PDF. Refused (5001) for an unknown time zone,
 * and (500) if the order or the withdrawal is not the member's, or was not paid with money.
 */
export const receiptAddress = added<typeof rules.receiptAddress, DocumentAddress>('txOrder/receipt');
