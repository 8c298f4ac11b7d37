import { added } from '../wire/call';
import type { Page } from '../wire/page';
import type * as rules from './ai.rules';

/** Characters that a question may have. */
export const longestQuestion = 2000;

/** `model`: a language model; `help`: the product's own help texts, found by search and quoted as they are. */
export type AnswerSource = 'model' | 'help';

/** `broken`: the answer was cut off on its way; what there is of it is kept. */
export type AnswerState = 'writing' | 'done' | 'stopped' | 'broken';

/** A help text that an answer is made of, or that it leads to. */
export interface HelpText {
  id: string;
  title: string;
  text: string;
  /** The route of the screen that it is about: `pages/mine/balance`. */
  screen?: string;
}

/** A question and its answer. Text is text, never markup. */
export interface AiTurn {
  id: string;
  question: string;
  answer: string;
  state: AnswerState;
  source: AnswerSource;
  /** What was found, best first; empty for a model's answer, and when nothing fits. */
  help: HelpText[];
  /** ISO 8601. */
  at: string;
}

/** What the member asked and was answered, the newest first. `source`: who answers the next question. */
export const listAiTurns = added<typeof rules.listAiTurns, Page<AiTurn> & { source: AnswerSource }>(
  'txAiChat/list',
);

/**
 * Asks a question; its answer is written on, whether or not the phone stays. Refused (500) while another answer is being
 * written, and above so many questions in an hour.
 */
export const askAi = added<typeof rules.askAi, AiTurn>('txAiChat/ask', { once: true });

/**
 * What was written of an answer after its first `after` characters: as soon as there is any or the answer has ended,
 * otherwise within 25 s. Ask on while `state` is `writing`.
 */
export const waitForAnswer = added<
  typeof rules.waitForAnswer,
  Pick<AiTurn, 'state' | 'source' | 'help'> & { more: string }
>('txAiChat/wait');

/** Stops an answer that is being written; what there is of it stays. Changes nothing once it has ended. */
export const stopAnswer = added<typeof rules.stopAnswer, { state: AnswerState }>('txAiChat/stop');

/** Forgets everything the member asked and was answered, and stops an answer that is being written. */
export const clearAiTurns = added<typeof rules.clearAiTurns, object>('txAiChat/clear');
