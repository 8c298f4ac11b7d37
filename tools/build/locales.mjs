import { readFileSync } from 'node:fs';

/**
 * The languages, as `src/contract/wire/locale.ts` describes them.
 * @type {Record<string, { name: string, header: string, matches?: string }>}
 */
export const locales = JSON.parse(readFileSync('i18n/locales.json', 'utf8'));
export const localeNames = Object.keys(locales);

/**
 * A table of messages of `i18n`.
 * @param {string} locale
 * @param {string} bundle
 */
export const messagesOf = (locale, bundle) =>
  JSON.parse(readFileSync(`i18n/${locale}/${bundle}.json`, 'utf8'));

/**
 * The bundles of messages by language.
 * @param {string[]} bundles
 */
export const readMessages = (bundles) =>
  Object.fromEntries(
    localeNames.map((locale) => [
      locale,
      Object.fromEntries(bundles.map((name) => [name, messagesOf(locale, name)])),
    ]),
  );

/**
 * The messages that embeds contain as constants, so that errors have texts even if no file can be loaded. By language, in the order of
 * `i18n/en/embed.json`, because names would be a tenth of the loader's messages.
 */
export function embedWords() {
  /** @param {'loader' | 'advice'} part */
  const of = (part) => {
    const order = Object.keys(messagesOf('en', 'embed')[part]);
    const words = localeNames.map((locale) => {
      const messages = messagesOf(locale, 'embed')[part];
      return [locale, order.map((name) => messages[name])];
    });
    return JSON.stringify(Object.fromEntries(words));
  };
  return { LOADER_WORDS: of('loader'), ADVICE_WORDS: of('advice') };
}

/** Messages that the app does not use: those of the gateway, or of a separate program. */
export const messagesElsewhere = [
  'console',
  'desk',
  'example-shop',
  'help',
  'mini-program',
  'old',
  'playground',
  'sandbox',
  'server',
];
