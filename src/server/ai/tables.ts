import type { AnswerSource, AnswerState } from '../../contract/support/ai';

export interface AiTables {
  ai_turn: AiTurnTable;
  ai_writing: AiWritingTable;
}

export interface AiTurnTable {
  id: string;
  member: string;
  question: string;
  answer: string;
  /** Moves on from `writing` once; the condition is in every statement that changes it. */
  state: AnswerState;
  source: AnswerSource;
  /** Ids of help texts, JSON, best first. */
  help: string;
  at: Date;
}

/** The answer that is being written to a member: one at a time. */
interface AiWritingTable {
  member: string;
  turn: string;
  /** When its writer was last heard of. One that is not heard of for `silence` is gone. */
  beat: Date;
}
