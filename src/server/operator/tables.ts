import type { Generated } from 'kysely';
import type { Role } from '../../contract/desk/area';

/** People behind the desk, what they did, and what waits for a second one. */
export interface OperatorTables {
  operator: OperatorTable;
  operator_session: OperatorSessionTable;
  operator_action: OperatorActionTable;
  operator_trail: { id: number; seq: number; hash: string };
  operator_proposal: OperatorProposalTable;
  desk_note: DeskNoteTable;
  desk_answer: DeskAnswerTable;
  desk_presence: DeskPresenceTable;
}

/** What people behind the desk write about a record for each other. */
interface DeskNoteTable {
  id: string;
  /** An area's path and the key of its record. */
  area: string;
  record: string;
  /** The name of whoever wrote it. */
  by: string;
  text: string;
  at: Date;
}

/** An answer that is given often. */
interface DeskAnswerTable {
  id: string;
  name: string;
  /** JSON: `Texts`. */
  texts: string;
  by: string;
  at: Date;
}

/** Who has a conversation or a question open; a row counts for some seconds. */
interface DeskPresenceTable {
  name: string;
  /** `workorders/WO20261120…` */
  place: string;
  seen_at: Date;
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
  /** Where they are told of changes behind the desk. */
  email: Generated<string | null>;
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
