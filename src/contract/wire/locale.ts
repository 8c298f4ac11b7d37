import table from '../../../i18n/locales.json';

/** A language of the product: the name of its folder in `i18n`, a BCP 47 tag. */
export type Locale = keyof typeof table;

interface LocaleRow {
  /** In its own language, for people who cannot read the others. */
  name: string;
  /** The value of `Accept-Language` (spec §7). With a hyphen it is the `lang` of a page. */
  header: string;
  /** A regular expression for the beginning of the language tags it serves. Without one, its own tag. */
  matches?: string;
}

/** More specific languages come after general ones: `zh-Hant` after `zh`. */
export const locales: Record<Locale, LocaleRow> = table;

export const localeNames = /* @__PURE__ */ Object.keys(locales) as Locale[];

/** The language tag of a page in this language: `zh-TW`. */
export const tagOf = (locale: Locale): string => locales[locale].header.replace('_', '-');

/** A value for each language. */
export function byLocale<T>(make: (locale: Locale) => T): Record<Locale, T> {
  const made = {} as Record<Locale, T>;
  for (const locale of localeNames) made[locale] = make(locale);
  return made;
}

/** A name or any other text, by language. */
export type Texts = { [L in Locale]?: string | undefined };

/** The languages in which to look for a text, best first: the requested one, its general one (`zh` for `zh-Hant`), English, any. */
export const preferred = (locale: Locale): Locale[] => [
  locale,
  ...localeNames.filter((one) => locale.startsWith(`${one}-`)),
  'en',
  ...localeNames,
];

/** The text in the requested language, or in the nearest available one; empty if there is none. */
export function textIn(texts: Texts, locale: Locale): string {
  const found = preferred(locale).find((one) => texts[one]);
  return (found && texts[found]) ?? '';
}

/** The last locale that serves this language tag, in any notation (`zh-TW`, `zh_CN`); English if none does (spec §1, §9). */
export function localeOf(language: string | null | undefined): Locale {
  let found: Locale = 'en';
  for (const locale of localeNames)
    if (RegExp(`^${locales[locale].matches || locale}`, 'i').test(language || '')) found = locale;
  return found;
}
