import type { Generated, Selectable } from 'kysely';
import type { openReasons } from '../../contract/desk/areas/statements';

/** Statements of the bank. */
export interface ReconciliationTables {
  bank_file: BankFileTable;
  bank_line: BankLineTable;
}

interface BankFileTable {
  /** SHA-256 of its bytes, hex: a file is imported once. */
  id: string;
  name: string;
  format: 'camt053' | 'csv';
  account: string;
  /** Lines that were new, and those that another file had brought before. */
  lines: number;
  known: number;
  imported_by: string;
  at: Date;
}

interface BankLineTable {
  /** SHA-256 of what the bank said, hex: an entry is stored once, whichever files have it. */
  id: string;
  file: string;
  position: number;
  /** `2026-11-20`, as the bank says, and its beginning in China. */
  day: string;
  booked_at: Date;
  /** Hundredths of the currency, negative for a debit. */
  amount: number;
  currency: string;
  /** Of the payment, such as its EndToEndId; and the bank's own number. */
  reference: string;
  bank_reference: string;
  party: string;
  party_account: string;
  text: string;
  /** Whether the bank says that it is a payment that came back. */
  returned: boolean;
  state: 'open' | 'matched' | 'ignored';
  /** Of an open line. */
  why: (typeof openReasons)[number] | null;
  kind: 'payout' | 'return' | 'remittance' | null;
  /** The number of the withdrawal, or the id of the remittance. */
  withdrawal: string | null;
  remittance: string | null;
  /** The fen that booking it has moved to a member's balance or order. */
  moved: Generated<number>;
  reason: string | null;
  settled_by: string | null;
  settled_at: Date | null;
}

export type BankLine = Selectable<BankLineTable>;
