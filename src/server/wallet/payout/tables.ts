import type { Selectable } from 'kysely';
import type { PayoutKind } from '../../../contract/money/payout';

/** Where members have their money paid out to. */
export interface PayoutTables {
  payout_account: PayoutAccountTable;
  /** Banks of `banks.ts` that the desk offers no more; accounts there stay as they are. */
  bank_hidden: { code: string; at: Date };
  /** Banks that the desk offers beside those of `banks.ts`. */
  bank_added: { code: string; at: Date };
}

interface PayoutAccountTable {
  id: string;
  member: string;
  kind: PayoutKind;
  /** Empty for a TRON address. */
  holder: string;
  /** Whole: digits, an IBAN, a login in lower case, or an address. Leaves the server for the operator only; `view.ts` masks it. */
  number: string;
  /** For a bank card a code of `banks.ts`, for a bank abroad its name; and the branch, or a code for routing. */
  bank: string | null;
  branch: string | null;
  /** For a bank abroad: its SWIFT code, and its country's (ISO 3166-1 alpha-2). */
  swift: string | null;
  country: string | null;
  at: Date;
  /** Withdrawals can go there from then on; null for an account from before there was such a rest. */
  usable_from: Date | null;
  /** Removed accounts stay, for the withdrawals that went to them. */
  removed_at: Date | null;
}

export type PayoutAccountRow = Selectable<PayoutAccountTable>;
