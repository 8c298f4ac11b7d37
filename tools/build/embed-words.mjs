import { kept, saidIn } from './words.mjs';

/** @import { Write } from './embed-loader.mjs' */
/** @import { Messages } from './words.mjs' */

/**
 * Writes each bundle of messages; returns the files by language and bundle.
 * @param {Record<string, Record<string, Messages>>} messages
 * @param {Write} write
 */
export async function writeMessages(messages, write) {
  /** @type {Record<string, Record<string, string>>} */
  const files = {};
  for (const [locale, tables] of Object.entries(messages)) {
    /** @type {Record<string, string>} */
    const names = {};
    for (const [name, table] of Object.entries(tables))
      names[name] = await write('json', JSON.stringify(table));
    files[locale] = names;
  }
  return files;
}

/**
 * The file with the first messages of a feature, as the loader finds it (`Host.words`).
 * @param {string} file the feature's
 * @param {string} locale
 */
export const wordsOf = (file, locale) => `${file.slice(0, 12)}-${locale}.json`;

/**
 * The messages of a feature's first screen and of the modules loaded with it, in each language.
 * @param {Record<string, Record<string, Messages>>} messages
 * @param {string[]} modules sources that say it
 * @param {string} title the screen's
 */
export async function firstWords(messages, modules, title) {
  const said = await saidIn(modules, [title]);
  return Object.entries(messages).map(
    ([locale, tables]) => /** @type {const} */ ([locale, JSON.stringify(kept(tables, said))]),
  );
}
