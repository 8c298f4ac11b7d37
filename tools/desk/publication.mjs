import { readFileSync } from 'node:fs';
import path from 'node:path';
import { localeNames } from '../build/locales.mjs';

/** @type {Record<string, string>} */
const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
/** @param {string} html */
const plain = (html) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * A notice as input for the back office: an HTML file for each language, which its name (`rent.zh.html`) or `--lang` states. Its title is
 * `--title`, or the content of its `<title>` or first heading; a heading that is the title is not repeated.
 * @param {string[]} files
 * @param {{ lang?: string, title?: string, confirm?: boolean, country?: string, to?: string, key?: string }} flags
 * @param {() => string} newKey
 */
export function publication(files, { lang, title, confirm, country, to, key }, newKey) {
  /** @type {Record<string, { title: string, html: string }>} */
  const texts = {};
  for (const file of files) {
    const html = readFileSync(file, 'utf8');
    const own = /\.([\w-]+)\.\w+$/.exec(path.basename(file))?.[1]?.toLowerCase();
    const language = localeNames.find((locale) => locale.toLowerCase() === own) ?? lang ?? 'en';
    if (!localeNames.includes(language))
      throw new Error(`There is no language ${language}: ${localeNames.join(', ')}`);
    if (texts[language])
      throw new Error(
        `Two files in ${language}: name each ${localeNames.map((one) => `.${one}.html`).join(' or ')}`,
      );
    const [heading = '', words = ''] = /<(?:title|h1)[^>]*>([\s\S]*?)<\/(?:title|h1)>/i.exec(html) ?? [];
    const called = (files.length === 1 && title) || plain(words);
    if (!called) throw new Error(`${file} has no <title> and no <h1>: say --title="…"`);
    texts[language] = { title: called, html: html.replace(heading, '') };
  }
  return {
    texts,
    ...(confirm && { confirm: true }),
    ...(country && { country }),
    ...(to && { to }),
    requestKey: key ?? newKey(),
  };
}
