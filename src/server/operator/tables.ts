import type { Generated } from 'kysely';
import type { Role } from '../../contract/desk/area';
import type { SpreadOf } from '../schema/spread';

/** People of the back office, their actions, and proposals for a second person. */
export interface OperatorTables {
  operator: OperatorTable;
  operator_session: OperatorSessionTable;
  /** Known browsers, by the SHA-256 of the token in their cookie, in hex. */
  operator_browser: { hash: string; operator: string; seen_at: Date };
  operator_action: OperatorActionTable;
  operator_trail: { id: number; seq: number; hash: string };
  operator_proposal: OperatorProposalTable;
  desk_note: DeskNoteTable;
  desk_answer: DeskAnswerTable;
  desk_presence: DeskPresenceTable;
}

export const spread: SpreadOf<OperatorTables> = {
  operator: 'here',
  operator_session: 'here',
  operator_browser: 'here',
  operator_action: 'here',
  operator_trail: 'here',
  operator_proposal: 'here',
  desk_note: 'here',
  desk_answer: 'here',
  desk_presence: 'here',
};

/** Internal notes about a record. */
interface DeskNoteTable {
  id: string;
  /** An area's path and the key of its record. */
  area: string;
  record: string;
  /** Name of the author. */
  by: string;
  text: string;
  at: Date;
}

/** A prepared answer. */
interface DeskAnswerTable {
  id: string;
  name: string;
  /** JSON: `Texts`. */
  texts: string;
  by: string;
  at: Date;
}

/** The conversations and work orders that people have open; a row counts for some seconds. */
interface DeskPresenceTable {
  name: string;
  /** `workorders/WO20261120…` */
  place: string;
  seen_at: Date;
}

export interface OperatorTable {
  id: string;
  /** In lower case, as it is typed for signing in. */
  name: string;
  role: Exclude<Role, 'automation'>;
  /** `scrypt$…`, and the sealed key of the codes (`totp-keys.ts`); null until the invitation is accepted. */
  password: Generated<string | null>;
  totp: Generated<string | null>;
  /** The counter of the last used code: no code is valid twice. */
  totp_used: Generated<number>;
  /** SHA-256 of an invitation that was not accepted yet. */
  invite: Generated<string | null>;
  invite_until: Generated<Date | null>;
  /** Address for notifications of changes of access. */
  email: Generated<string | null>;
  created_at: Date;
  disabled_at: Generated<Date | null>;
  /** The person who last granted this person access, or changed their role, while there was another admin; and when. */
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

/** The trail: rows are added, and lose their content once it is erased. Each contains a hash over itself and the previous row. */
export interface OperatorActionTable {
  seq: number;
  at: Date;
  operator: string;
  name: string;
  role: string;
  ip: string;
  /** `withdrawals/:id/approve` */
  action: string;
  /** The object of the action. */
  target: string;
  /** `looked`: the record was read. */
  phase: 'begun' | 'proposed' | 'done' | 'refused' | 'looked';
  /** The number of the action's `begun` row. */
  of: number | null;
  /** JSON: the input, the row before, and the row after. */
  input: string | null;
  before: string | null;
  after: string | null;
  status: number | null;
  request: string;
  /** The member whom it is about, to find the rows of a member. It is no part of the chain. */
  member: Generated<string | null>;
  /**
   * The chain contains `commitment`, which is a hash over the salt and the content: target, input, before and after. Null in rows that
   * are older than this; there the chain contains the content itself. The salt is null once the content was erased.
   */
  salt: string | null;
  commitment: string | null;
  hash: string;
}

interface OperatorProposalTable {
  id: string;
  /** Hash of method, address and body without its request key: the second person sends the same. */
  hash: string;
  url: string;
  body: string;
  action: string;
  target: string;
  operator: string;
  name: string;
  /** Fen; null if any amount needs a second person. */
  amount: number | null;
  at: Date;
  expires_at: Date;
  ended_at: Date | null;
  ended_by: string | null;
  ended: 'granted' | 'refused' | null;
}
