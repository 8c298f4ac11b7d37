import type { PayoutKind } from '../../contract/money/payout';
import type { WithdrawalSource, WithdrawalStatus } from '../../contract/money/wallet';

/** Money on its way out. */
export interface WalletTables {
  withdrawal: WithdrawalTable;
  /** The bank's numbers of remittances, each once. */
  withdrawal_reference: { reference: string; withdrawal: string };
}

/** Amounts in fen. The account is copied: what becomes of it later changes no withdrawal. */
export interface WithdrawalTable {
  id: string;
  number: string;
  member: string;
  source: WithdrawalSource;
  /** What leaves the source; the member receives it without the fee. */
  amount: number;
  fee: number;
  /** 10⁻⁶ USDT to remit, for a TRON address: at the rate of the application, and once it is approved at the rate of then. */
  usdt: number | null;
  /** Changed only in `advance-withdrawal.ts`, and only forward. */
  status: WithdrawalStatus;
  /** `payout_account.id`. */
  account: string;
  kind: PayoutKind;
  holder: string;
  /** Whole. Leaves the server for the operator only. */
  account_number: string;
  bank: string | null;
  branch: string | null;
  swift: string | null;
  country: string | null;
  remark: string;
  /** Why it was rejected. */
  reason: string | null;
  /** The bank's number of the remittance. */
  reference: string | null;
  applied_at: Date;
  expected_by: Date;
  decided_at: Date | null;
  remitted_at: Date | null;
  revoked_at: Date | null;
}
