import { added } from '../wire/call';
import type { Page } from '../wire/page';
import type * as rules from './ai.rules';

/** Maximum number of characters of a question. */
export const longestQuestion = 2000;

/** `model`: a language model; `help`: the product's own help texts, found by search and quoted unchanged. */
export type AnswerSource = 'model' | 'help';

/** `broken`: the answer was interrupted; the text so far is kept. */
export type AnswerState = 'writing' | 'done' | 'stopped' | 'broken';

/** A help text that is the source of an answer, or a recommendation. */
export interface HelpText {
  id: string;
  title: string;
  text: string;
  /** The route of its screen: `pages/mine/balance`. */
  screen?: string;
}

/** A question and its answer. Plain text, never markup. */
export interface AiTurn {
  id: string;
  question: string;
  answer: string;
  state: AnswerState;
  source: AnswerSource;
  /** Matching help texts, best first; empty for a model's answer, and if nothing fits. */
  help: HelpText[];
  /** ISO 8601. */
  at: string;
}

/** The member's questions and answers, newest first. `source`: who answers the next question. */
export const listAiTurns = added<typeof rules.listAiTurns, Page<AiTurn> & { source: AnswerSource }>(
  'txAiChat/list',
);

/**
 * Asks a question; its answer is written whether or not the phone stays connected. Refused (500) while another answer is being written,
 * and above the hourly limit.
 */
export const askAi = added<typeof rules.askAi, AiTurn>('txAiChat/ask', { once: true });

/**
 * Help texts that match a few words, at most three, best first; none if nothing fits. Nothing of the words is stored. Shown while a
 * member writes the title of a support request.
 */
export const findHelp = added<typeof rules.findHelp, { help: HelpText[] }>('txAiChat/find');

/**
 * The text of an answer after its first `after` characters: as soon as there is any or the answer has ended, otherwise within 25 s.
 * Repeat while `state` is `writing`.
 */
export const waitForAnswer = added<
  typeof rules.waitForAnswer,
  Pick<AiTurn, 'state' | 'source' | 'help'> & { more: string }
>('txAiChat/wait');

/** Stops an answer in progress; the text so far stays. Changes nothing once it has ended. */
export const stopAnswer = added<typeof rules.stopAnswer, { state: AnswerState }>('txAiChat/stop');

/** Deletes all of the member's questions and answers, and stops an answer in progress. */
export const clearAiTurns = added<typeof rules.clearAiTurns, object>('txAiChat/clear');
