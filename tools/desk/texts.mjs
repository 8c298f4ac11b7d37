import { localeNames } from '../build/locales.mjs';

/**
 * The name of an option among the flags: `zh-Hant` as `zhHant`, or with a prefix, `descriptionZhHant`.
 * @param {string} locale
 * @param {string} before
 */
const flagOf = (locale, before) =>
  `${before}-${locale}`
    .toLowerCase()
    .replace(/^-/, '')
    .replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/**
 * Options for a text in every language: `--en`, `--zh`, `--zh-hant`, or `--description-en`.
 * @param {string} what e.g. `its name`
 * @param {{ before?: string, required?: string[] }} [how] `required`: the languages that must be given
 * @returns {Record<string, string>}
 */
export const textOptions = (what, { before = '', required = [] } = {}) =>
  Object.fromEntries(
    localeNames.map((locale) => [
      `--${before && `${before}-`}${locale.toLowerCase()}${required.includes(locale) ? '!' : ''} <text>`,
      `${what} in ${new Intl.DisplayNames('en', { type: 'language' }).of(locale)}`,
    ]),
  );

/**
 * The texts given by those options, by language; undefined if there is none.
 * @param {Record<string, string>} flags
 * @param {string} [before]
 */
export function textsFrom(flags, before = '') {
  const given = localeNames.flatMap((locale) => {
    const text = flags[flagOf(locale, before)];
    return text === undefined ? [] : [[locale, text]];
  });
  return given.length ? Object.fromEntries(given) : undefined;
}
