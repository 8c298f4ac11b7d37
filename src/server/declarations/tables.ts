import type { Selectable } from 'kysely';
import type { DeclarationStatus } from '../../contract/member/declarations';
import { byMember, type SpreadOf } from '../schema/spread';

/** Orders made offline, and their review. */
export interface DeclarationTables {
  declaration: DeclarationTable;
  declaration_event: DeclarationEventTable;
}

export const spread: SpreadOf<DeclarationTables> = {
  declaration: byMember,
  declaration_event: byMember,
};

interface DeclarationTable {
  id: string;
  member: string;
  /** The customer, and the account as it was typed. */
  customer: string;
  customer_name: string;
  customer_phone: string;
  quantity: number;
  /** Fen. */
  order_amount: number;
  paid_at: Date;
  remark: string;
  /** JSON: ids of pictures. */
  attachment: string;
  status: DeclarationStatus;
  audit_result: string | null;
  created_at: Date;
  submitted_at: Date;
  decided_at: Date | null;
}

interface DeclarationEventTable {
  member: string;
  declaration: string;
  /** From 0, without gaps. */
  position: number;
  status: DeclarationStatus;
  text: string | null;
  at: Date;
}

export type DeclarationRow = Selectable<DeclarationTable>;
