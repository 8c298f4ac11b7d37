import type { Generated } from 'kysely';
import { byHome, type SpreadOf } from '../schema/spread';

/** All balances, and every movement of them. */
export interface LedgerTables {
  account: AccountTable;
  transfer: TransferTable;
  posting: PostingTable;
  closed_month: ClosedMonthTable;
}

export const spread: SpreadOf<LedgerTables> = {
  account: byHome,
  transfer: byHome,
  posting: byHome,
  closed_month: 'everywhere',
};

interface AccountTable {
  id: string;
  /** null for a system account. */
  member: string | null;
  /** The member; of a row of a system account, the member for whom it moves; of one that earlier versions used, its own id. */
  home: string;
  kind: string;
  asset: string;
  /** In the smallest unit of the asset. */
  balance: number;
  /** 0 for a member's account, null for a system account. */
  floor: number | null;
  /** Number of its postings. */
  moves: Generated<number>;
}

interface TransferTable {
  id: string;
  /** The member for whom it moves, or `platform`: all its postings lie there. */
  home: string;
  /** The other member of a movement between two. Each of them has a transfer of their own, with the same `ref`. */
  counterpart: Generated<string | null>;
  kind: string;
  asset: string;
  memo: string;
  /** The number of the order, the withdrawal … that caused it. */
  ref: string;
  at: Date;
  /** The rule that caused it (`rules/rules.ts`). */
  rule: Generated<string | null>;
}

interface PostingTable {
  /** `home` of the account. */
  home: string;
  transfer: string;
  account: string;
  amount: number;
  balance_after: number;
  /** From 1, without a gap in an account: the order in which its balance changed. */
  seq: number;
}

/** A month into which nothing is posted any more. */
interface ClosedMonthTable {
  /** `2026-11`, in China. */
  month: string;
  ends_at: Date;
  /** SHA-256 over the hash of the month before and the trial balance, hex. */
  hash: string;
  /** JSON of its trial balance. */
  balances: string;
  closed_by: string;
  /** The second person, unless the limit for one is off. */
  agreed_by: string | null;
  at: Date;
}
