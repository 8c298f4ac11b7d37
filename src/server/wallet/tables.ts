import type { Generated } from 'kysely';
import type { PayoutKind } from '../../contract/money/payout';
import type { WithdrawalSource, WithdrawalStatus } from '../../contract/money/wallet';
import { byMember, type SpreadOf } from '../schema/spread';

/** Withdrawals and their references. */
export interface WalletTables {
  withdrawal: WithdrawalTable;
  /** The bank's numbers of remittances, each unique. */
  withdrawal_reference: { reference: string; withdrawal: string };
}

export const spread: SpreadOf<WalletTables> = {
  withdrawal: byMember,
  withdrawal_reference: { by: 'key', column: 'reference' },
};

/** Amounts in fen. The account is copied, so later changes do not affect the withdrawal. */
export interface WithdrawalTable {
  id: string;
  number: string;
  member: string;
  source: WithdrawalSource;
  /** The amount taken from the source; the member receives it less the fee. */
  amount: number;
  fee: number;
  /** 10⁻⁶ USDT to remit, for a TRON address: at the rate of the application, and after approval at the rate of that day. */
  usdt: number | null;
  /** Changed only in `advance-withdrawal.ts`, and only forward. */
  status: WithdrawalStatus;
  /** `payout_account.id`. */
  account: string;
  kind: PayoutKind;
  holder: string;
  /** The full number. Only the operator receives it. */
  account_number: string;
  bank: string | null;
  branch: string | null;
  swift: string | null;
  country: string | null;
  remark: string;
  /** The reason for a rejection. */
  reason: string | null;
  /** The bank's number of the remittance. */
  reference: string | null;
  applied_at: Date;
  expected_by: Date;
  decided_at: Date | null;
  remitted_at: Date | null;
  revoked_at: Date | null;
  /** When the bank sent the money back. */
  returned_at: Generated<Date | null>;
}
