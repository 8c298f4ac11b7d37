import type messages from '../../i18n/en/console.json';
import { byLocale, type Locale } from '../contract/wire/locale';

export type Word = keyof typeof messages;

// esbuild bundles the file of each folder in `i18n`
const words = byLocale((locale): Record<Word, string> => require(`../../i18n/${locale}/console.json`));

/** A message of the console in a language; an unknown key is shown as it is. */
export const say = (language: Locale, word: string): string =>
  (words[language] as Record<string, string>)[word] ?? word;
