import type messages from '../../i18n/en/desk.json';
import { byLocale, type Locale } from '../contract/wire/locale';

export type Word = keyof typeof messages;

// esbuild bundles the file of each folder that there is in `i18n`
const words = byLocale((locale): Record<Word, string> => require(`../../i18n/${locale}/desk.json`));

/** What the desk says in a language. */
export const say = (language: Locale, word: Word): string => words[language][word];
export const isWord = (word: string): word is Word => word in words.en;
