import type { I18nProvider } from 'react-admin';
import { byLocale, type Locale, localeOf, locales, tagOf } from '../contract/wire/locale';

interface Words {
  [key: string]: string | Words;
}

// esbuild bundles the file of each folder in `i18n`
const words = byLocale((locale): Words => require(`../../i18n/${locale}/desk.json`));

/** The language that was last chosen here, or the browser's. */
const storedLocale = (): Locale => localeOf(localStorage.getItem('desk.language') ?? navigator.language);

/** The text for a key with points; undefined if there is none. */
function wordsAt(locale: Locale, key: string): string | undefined {
  let found: string | Words | undefined = words[locale];
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** The plural form of `one |||| many` for a count; languages with a single form have it once. */
function formOf(text: string, count: unknown): string {
  const forms = text.split(' |||| ');
  return (count === 1 ? forms[0] : forms.at(-1)) ?? text;
}

/** Translates into the languages of `i18n`: our own messages, and react-admin's under `ra`. */
export function deskWords(): I18nProvider {
  let locale = storedLocale();
  const enter = (next: Locale) => {
    locale = next;
    localStorage.setItem('desk.language', next);
    document.documentElement.lang = tagOf(next);
  };
  enter(locale);
  return {
    translate: (key, options: Record<string, unknown> = {}) => {
      const text = wordsAt(locale, key);
      if (text === undefined) return typeof options._ === 'string' ? options._ : key;
      return formOf(text, options.smart_count ?? 1).replace(/%\{(\w+)\}/g, (_, name: string) =>
        String(options[name] ?? ''),
      );
    },
    changeLocale: async (next) => enter(next as Locale),
    getLocale: () => locale,
    getLocales: () =>
      Object.entries(locales).map(([name, { name: label }]) => ({ locale: name, name: label })),
  };
}
