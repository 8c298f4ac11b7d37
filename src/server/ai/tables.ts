import type { AnswerSource, AnswerState } from '../../contract/support/ai';
import { byMember, type SpreadOf } from '../schema/spread';

export interface AiTables {
  ai_turn: AiTurnTable;
  ai_writing: AiWritingTable;
}

export const spread: SpreadOf<AiTables> = {
  ai_turn: byMember,
  ai_writing: byMember,
};

export interface AiTurnTable {
  id: string;
  member: string;
  question: string;
  answer: string;
  /** Leaves `writing` once; every statement that changes it has this condition. */
  state: AnswerState;
  source: AnswerSource;
  /** Ids of help texts, JSON, best first. */
  help: string;
  at: Date;
}

/** The answer in progress of a member: one at a time. */
interface AiWritingTable {
  member: string;
  turn: string;
  /** The last sign of life of the writer. A writer that is silent for `silence` is considered dead. */
  beat: Date;
}
