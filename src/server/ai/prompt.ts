import type { HelpText } from '../../contract/support/ai';
import type { Locale } from '../kernel/messages';
import type { ChatMessage } from '../kernel/services';
import type { TurnRow } from './view';

/** Characters of earlier questions and answers that a model is reminded of. */
const maxCharacters = 8000;

const about = {
  en: 'You are the assistant inside Cloudphone, an app in which members rent cloud phones, are paid rent, withdraw it, and run a small shop. You cannot see or change anything in the account of the member, and you say so when asked to. Answer briefly, in plain text without markup, in the language of the question. For matters of the product rely on these help texts only, and point to online support when they do not answer:',
  zh: '你是 Cloudphone 应用内的助手。会员在应用中租用云手机、获得租金、提现,并经营小店。你看不到也不能更改会员账户里的任何内容,被要求时请如实说明。请用提问的语言、以不带标记的纯文本简短作答。产品相关问题只能依据以下帮助内容;内容不足时请引导联系在线客服:',
};

/** What a model is sent: who it is, the help texts that fit, what was said before as far as it fits, and the question. */
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
    { role: 'system', content: `${about[locale]}\n${texts}` },
    ...remembered,
    { role: 'user', content: question },
  ];
}
