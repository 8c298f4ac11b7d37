import type { HelpText } from '../../contract/support/ai';
import { type Locale, translate } from '../kernel/messages';
import type { ChatMessage } from '../kernel/services';
import type { TurnRow } from './view';

/** Characters of earlier questions and answers that the model receives. */
const maxCharacters = 8000;

/** The messages for the model: its role, the matching help texts, as many earlier turns as fit, and the question. */
export function messagesFor(
  question: string,
  help: readonly HelpText[],
  before: readonly Pick<TurnRow, 'question' | 'answer'>[],
  locale: Locale,
): ChatMessage[] {
  const texts = help.map(({ title, text }) => `${title}: ${text}`).join('\n');
  const remembered: ChatMessage[] = [];
  let length = 0;
  for (const turn of before) {
    length += turn.question.length + turn.answer.length;
    if (length > maxCharacters) break;
    if (!turn.answer) continue;
    remembered.unshift({ role: 'user', content: turn.question }, { role: 'assistant', content: turn.answer });
  }
  return [
    { role: 'system', content: `${translate(locale, 'aiInstructions')}\n${texts}` },
    ...remembered,
    { role: 'user', content: question },
  ];
}
