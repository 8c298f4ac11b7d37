import type MiniSearch from 'minisearch';
import type { HelpText } from '../../contract/support/ai';
import { load } from '../kernel/load';
import { byLocale, type Locale, localeNames } from '../kernel/messages';
import { helpTexts } from './help';

/** Chinese is written without spaces, so pairs of characters stand for its words. */
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

/** Plural, past tense and `-ing` form count as the same word. */
const stem = (word: string) => (/^[a-z]{5,}$/.test(word) ? word.replace(/(ings?|ed|es|s|al)$/, '') : word);

const isChinese = (locale: Locale) => /^zh/.test(locale);
const isHan = (word: string) => /\p{sc=Han}/u.test(word);

/** The form in which a word is looked up; null for a word without meaning. */
function meaning(word: string): string | null {
  const lower = word.toLowerCase();
  return common.has(lower) ? null : stem(lower);
}

const index = (locale: Locale) => {
  const Search = load('minisearch') as typeof MiniSearch;
  const search = new Search<HelpText & { ask: string }>({
    fields: ['title', 'ask', 'text'],
    tokenize: words,
    processTerm: meaning,
    searchOptions: { boost: { title: 3, ask: 3 } },
  });
  search.addAll(helpTexts(locale));
  return search;
};

export type Find = (question: string, locale: Locale) => HelpText[];

/** Texts below this fraction of the best score have little to do with the question. */
const minScorePart = 0.45;
/** Fraction of the question's words that a text must contain to count as its answer. */
const minKnownPart = 0.34;
const maxResults = 3;

/** Searches the help texts: at most three, best first; none if nothing fits. */
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
    // questions in Chinese are answered from the Chinese texts, whatever the language of the app
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
 * The number of meaningful words in a question. Pairs of Chinese characters that no text contains mostly span the end of one word and the
 * beginning of the next.
 */
const countWords = (question: string, vocabulary: ReadonlySet<string>): number =>
  new Set(
    words(question)
      .map(meaning)
      .filter((word) => word && (!isHan(word) || vocabulary.has(word))),
  ).size;

const byId = (locale: Locale) => new Map(helpTexts(locale).map((text) => [text.id, text]));
