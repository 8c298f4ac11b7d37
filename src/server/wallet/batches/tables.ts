import type { Selectable } from 'kysely';
import { byMember, type SpreadOf } from '../../schema/spread';

/** Payout batches: withdrawals that are paid by one file. */
export interface BatchTables {
  payout_batch: BatchTable;
  payout_batch_row: BatchRowTable;
}

export const spread: SpreadOf<BatchTables> = {
  payout_batch: 'everywhere',
  payout_batch_row: byMember,
};

interface BatchTable {
  number: string;
  state: 'draft' | 'approved' | 'exported' | 'done' | 'canceled';
  /** Bank cards and accounts abroad go to a bank, Alipay accounts to Alipay. */
  channel: 'bank' | 'alipay';
  /** The sum of its rows in fen. */
  amount: number;
  payouts: number;
  /** Names of people of the back office. */
  made_by: string;
  at: Date;
  approved_by: string | null;
  approved_at: Date | null;
  /** Of the first file: later files repeat its times, so that the bank recognizes them. */
  exported_at: Date | null;
  ended_at: Date | null;
  /** Why it was canceled. */
  reason: string | null;
}

interface BatchRowTable {
  member: string;
  batch: string;
  /** `withdrawal.id`; in one row without an end at most. */
  withdrawal: string;
  /** From 1. */
  position: number;
  /** The fen that the payee receives. */
  amount: number;
  /** When the withdrawal was paid, or the batch canceled. */
  ended_at: Date | null;
}

export type BatchRow = Selectable<BatchTable>;
