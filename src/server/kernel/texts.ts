import { type Locale, localeNames } from './messages';

/** The name of a thing, or whatever else somebody wrote about it, by language. */
export type Texts = { [L in Locale]?: string | undefined };

/** The languages to look for a text in, best first: the one asked for, its general one (`zh` for `zh-Hant`), English, any. */
export const preferred = (locale: Locale): Locale[] => [
  locale,
  ...localeNames.filter((one) => locale.startsWith(`${one}-`)),
  'en',
  ...localeNames,
];

/** The text in the language asked for, or in the nearest that there is; empty when there is none at all. */
export function textIn(texts: Texts, locale: Locale): string {
  const found = preferred(locale).find((one) => texts[one]);
  return (found && texts[found]) ?? '';
}
