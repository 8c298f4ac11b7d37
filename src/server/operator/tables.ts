import type { Generated } from 'kysely';

/** What somebody behind the desk may do. `automation` is whoever holds OPERATOR_TOKEN in production. */
export type Role = 'support' | 'finance' | 'admin' | 'automation';

/** People behind the desk, what they did, and what waits for a second one. */
export interface OperatorTables {
  operator: OperatorTable;
  operator_session: OperatorSessionTable;
  operator_action: OperatorActionTable;
  operator_trail: { id: number; seq: number; hash: string };
  operator_proposal: OperatorProposalTable;
}

export interface OperatorTable {
  id: string;
  /** In lower case, as it is typed when signing in. */
  name: string;
  role: Exclude<Role, 'automation'>;
  /** `scrypt$…` and the key of the codes in base32; null until the invitation was followed. */
  password: Generated<string | null>;
  totp: Generated<string | null>;
  /** The number of the last code that was used: none is good twice. */
  totp_used: Generated<number>;
  /** SHA-256 of an invitation that was not followed yet. */
  invite: Generated<string | null>;
  invite_until: Generated<Date | null>;
  created_at: Date;
  disabled_at: Generated<Date | null>;
  /** Who let this person in, let them in again, or changed their role last, while there was another admin; and when. */
  vouched_by: Generated<string | null>;
  vouched_at: Generated<Date | null>;
}

interface OperatorSessionTable {
  /** SHA-256 of the token, hex. */
  hash: string;
  operator: string;
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
}

/** The trail: rows are added and never changed. Each has a hash over itself and the one before. */
export interface OperatorActionTable {
  seq: number;
  at: Date;
  operator: string;
  name: string;
  role: string;
  ip: string;
  /** `withdrawals/:id/approve` */
  action: string;
  /** What it was done to. */
  target: string;
  phase: 'begun' | 'proposed' | 'done' | 'refused';
  /** The action's `begun`, by its number. */
  of: number | null;
  /** JSON: what was asked for, the row before, and the row after. */
  input: string | null;
  before: string | null;
  after: string | null;
  status: number | null;
  request: string;
  hash: string;
}

interface OperatorProposalTable {
  id: string;
  /** Of method, address and body without its request key: who asks for the same is the second person. */
  hash: string;
  url: string;
  body: string;
  action: string;
  target: string;
  operator: string;
  name: string;
  /** Fen; null where any needs two. */
  amount: number | null;
  at: Date;
  expires_at: Date;
  ended_at: Date | null;
  ended_by: string | null;
  ended: 'granted' | 'refused' | null;
}
