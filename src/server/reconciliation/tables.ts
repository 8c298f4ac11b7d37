import type { Generated, Selectable } from 'kysely';
import type { OnlineMethod } from '../../contract/buying/payment-methods';
import type { lineKinds, openReasons, statementFormats } from '../../contract/desk/areas/statements';
import type { SpreadOf } from '../schema/spread';

/** Statements of the bank. */
export interface ReconciliationTables {
  bank_file: BankFileTable;
  bank_line: BankLineTable;
}

export const spread: SpreadOf<ReconciliationTables> = {
  bank_file: 'here',
  bank_line: 'here',
};

interface BankFileTable {
  /** SHA-256 of its bytes, hex: a file is imported once. */
  id: string;
  name: string;
  format: (typeof statementFormats)[number];
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
  /** Hundredths of the currency, of USDT 10^-6; negative for a debit. */
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
  /** Of a provider's report: the payment method, and what the line is about. */
  way: OnlineMethod | 'usdt' | null;
  about: LineAbout | null;
  /** Fen that the provider keeps; negative if it gives them back. */
  fee: Generated<number>;
  state: 'open' | 'matched' | 'ignored';
  /** Of an open line. */
  why: (typeof openReasons)[number] | null;
  kind: (typeof lineKinds)[number] | null;
  /** The number of the withdrawal, or the id of the remittance. */
  withdrawal: string | null;
  remittance: string | null;
  /** The id of the receipt, the numbers of the refund and of the dispute, and the USDT transfer: `<txid>/<address>`. */
  receipt: string | null;
  provider_refund: string | null;
  dispute: string | null;
  transfer: string | null;
  /** The fen that booking it has moved to a member's balance or order. */
  moved: Generated<number>;
  reason: string | null;
  settled_by: string | null;
  settled_at: Date | null;
}

/** The subject of a provider's line. `fee`: a charge that belongs to no payment; `other`: its own movement, such as a payout to our bank. */
export type LineAbout = 'payment' | 'refund' | 'dispute' | 'fee' | 'other';

export type BankFile = Selectable<BankFileTable>;
export type BankLine = Selectable<BankLineTable>;
