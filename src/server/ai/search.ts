import MiniSearch from 'minisearch';
import type { HelpText } from '../../contract/support/ai';
import { byLocale, type Locale, localeNames } from '../kernel/messages';
import { helpTexts } from './help';

/** Chinese is written without spaces: pairs of characters stand for its words. */
function words(text: string): string[] {
  const found = text.normalize('NFKC').match(/[\p{sc=Han}]+|[\p{L}\p{N}]+/gu) ?? [];
  return found.flatMap((one) => {
    const characters = [...one];
    if (!isHan(one) || characters.length < 2) return one;
    return characters.slice(1).map((next, at) => characters[at] + next);
  });
}

const common = new Set(
  'a an and any are as at be by can do does for from get has have how i if in is it me my not of on or our so the this to us was we what when where which who why will with you your 什么 怎么 怎样 如何 为什 我的 我要 可以 能不 不能 一下 请问 是否 多少 哪里'.split(
    ' ',
  ),
);

/** Plural, past and `-ing` are the same word to whoever asks. */
const stem = (word: string) => (/^[a-z]{5,}$/.test(word) ? word.replace(/(ings?|ed|es|s|al)$/, '') : word);

const isChinese = (locale: Locale) => /^zh/.test(locale);
const isHan = (word: string) => /\p{sc=Han}/u.test(word);

/** What a word is looked up as; nothing for one that says nothing. */
function meaning(word: string): string | null {
  const lower = word.toLowerCase();
  return common.has(lower) ? null : stem(lower);
}

const index = (locale: Locale) => {
  const search = new MiniSearch<HelpText & { ask: string }>({
    fields: ['title', 'ask', 'text'],
    tokenize: words,
    processTerm: meaning,
    searchOptions: { boost: { title: 3, ask: 3 } },
  });
  search.addAll(helpTexts(locale));
  return search;
};

export type Find = (question: string, locale: Locale) => HelpText[];

/** Texts below this part of the best one's score have little to do with the question. */
const minScorePart = 0.45;
/** Part of the question's words that a text has to know, or be the answer to something else. */
const minKnownPart = 0.34;
const maxResults = 3;

/** Searches the help texts: at most three, best first; none when nothing fits. */
export function createFind(): Find {
  const indexes = byLocale(index);
  const texts = byLocale(byId);
  const vocabulary = new Set(
    localeNames
      .filter(isChinese)
      .flatMap(helpTexts)
      .flatMap(({ title, ask, text }) => words(`${title} ${ask} ${text}`)),
  );
  return (question, locale) => {
    // whoever writes Chinese is answered from the Chinese texts, whatever the app speaks
    const language = isHan(question) && !isChinese(locale) ? 'zh' : locale;
    const found = indexes[language].search(question);
    const best = found[0]?.score ?? 0;
    return found
      .filter(
        ({ score, queryTerms }) =>
          score >= best * minScorePart &&
          queryTerms.length >= countWords(question, vocabulary) * minKnownPart,
      )
      .slice(0, maxResults)
      .flatMap(({ id }) => texts[language].get(id) ?? []);
  };
}

/**
 * How many words of meaning a question has. Pairs of Chinese characters that no text knows are mostly the end of one word
 * and the beginning of the next.
 */
const countWords = (question: string, vocabulary: ReadonlySet<string>): number =>
  new Set(
    words(question)
      .map(meaning)
      .filter((word) => word && (!isHan(word) || vocabulary.has(word))),
  ).size;

const byId = (locale: Locale) => new Map(helpTexts(locale).map((text) => [text.id, text]));
