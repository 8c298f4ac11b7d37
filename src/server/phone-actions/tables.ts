import type { PhoneActionKind, StepReason, StepState } from '../../contract/buying/phone-actions';
import { byMember, type SpreadOf } from '../schema/spread';

/** Actions of members on several cloud phones at a time. */
export interface PhoneActionTables {
  phone_action: PhoneActionTable;
  phone_step: PhoneStepTable;
}

export const spread: SpreadOf<PhoneActionTables> = {
  phone_action: byMember,
  phone_step: byMember,
};

/** The object of an action, as its provider and its member know it; JSON. */
export interface Subject {
  app: string;
  name: string;
}

interface PhoneActionTable {
  member: string;
  id: string;
  kind: PhoneActionKind;
  /** A `Subject`; null for a restart. */
  subject: string | null;
  at: Date;
  /** The job of its next round: any other does nothing. */
  round: string;
  /** Whether its provider did not answer in the last round. */
  away: boolean;
}

interface PhoneStepTable {
  member: string;
  action: string;
  /** As the member chose it, who may have no such machine. */
  machine: string;
  state: StepState;
  reason: StepReason | null;
  /** The id of the request at the provider; another one for each attempt. */
  request: string;
  /** When the provider was first asked. */
  asked_at: Date | null;
  /** When it counts as failed if it has not ended. */
  due: Date;
}
