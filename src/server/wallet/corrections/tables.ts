import { byMember, type SpreadOf } from '../../schema/spread';

/** Corrections of members' balances by the back office. */
export interface CorrectionTables {
  correction: CorrectionTable;
}

export const spread: SpreadOf<CorrectionTables> = {
  correction: byMember,
};

interface CorrectionTable {
  number: string;
  member: string;
  direction: 'credit' | 'debit';
  /** Fen. */
  amount: number;
  /** The fen of a debit that the balance did not have, and that were not taken later. */
  owed: number;
  reason: string;
  made_by: string;
  at: Date;
  /** The form's key: a repeated request makes no second correction. */
  request_key: string;
}
