import { byMember, type SpreadOf } from '../schema/spread';

/** Stored answers for repeated requests, and counted attempts. */
export interface KernelTables {
  answered: AnsweredTable;
  throttle: { key: string; count: number; until: Date };
}

export const spread: SpreadOf<KernelTables> = {
  answered: byMember,
  throttle: 'here',
};

interface AnsweredTable {
  member: string;
  call: string;
  key: string;
  /** SHA-256 of the data, hex. */
  hash: string;
  /** JSON; null only inside the transaction that computes it. */
  answer: string | null;
  at: Date;
}
