import type { Selectable } from 'kysely';
import type { PayoutKind } from '../../../contract/money/payout';
import { byMember, type SpreadOf } from '../../schema/spread';

/** Payout accounts of members. */
export interface PayoutTables {
  payout_account: PayoutAccountTable;
  /** Banks of `banks.ts` that the back office no longer offers; existing accounts are not affected. */
  bank_hidden: { code: string; at: Date };
  /** Banks that the back office offers in addition to those of `banks.ts`. */
  bank_added: { code: string; at: Date };
}

export const spread: SpreadOf<PayoutTables> = {
  payout_account: byMember,
  bank_hidden: 'everywhere',
  bank_added: 'everywhere',
};

interface PayoutAccountTable {
  id: string;
  member: string;
  kind: PayoutKind;
  /** Empty for a TRON address. */
  holder: string;
  /** The full number: digits, an IBAN, a login in lower case, or an address. Only the operator receives it; `view.ts` masks it. */
  number: string;
  /** For a bank card a code of `banks.ts`, for a foreign bank its name; and the branch, or a routing code. */
  bank: string | null;
  branch: string | null;
  /** For a foreign bank: its SWIFT code, and its country (ISO 3166-1 alpha-2). */
  swift: string | null;
  country: string | null;
  at: Date;
  /** When it can first be used for withdrawals; null for accounts that are older than the cooling-off period. */
  usable_from: Date | null;
  /** Removed accounts are kept for their withdrawals. */
  removed_at: Date | null;
}

export type PayoutAccountRow = Selectable<PayoutAccountTable>;
