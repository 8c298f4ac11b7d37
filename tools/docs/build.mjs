import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { pages, words } from './pages.mjs';
import { documentOf, renderPage } from './render.mjs';

/** @import { Language } from './pages.mjs' */

const languages = /** @type {Language[]} */ (Object.keys(words));

/** @param {Language} language @param {string} name */
const sourceOf = (language, name) => `docs/embedding/${language === 'en' ? '' : `${language}/`}${name}.md`;

/**
 * The code of an English page in a page of another language: `<!-- code: quickstart 2 -->` is the second block of code of quickstart.md.
 * @param {string} source
 */
async function withCode(source) {
  let text = source;
  for (const [mark, name = '', at] of source.matchAll(/<!-- code: ([\w-]+) (\d+) -->/g)) {
    const english = await readFile(sourceOf('en', name), 'utf8');
    const block = [...english.matchAll(/^```[\s\S]*?^```$/gm)][Number(at) - 1]?.[0];
    if (!block) throw new Error(`${mark}: docs/embedding/${name}.md has no such block`);
    text = text.replace(mark, () => block);
  }
  return text;
}

/**
 * Writes the documents for partners as a static site: a folder for each language, whose pages need no script, a style sheet, and the index
 * of the search. The playground and the theme editor are two folders above a page:
 * beside the site on the example partner's site and at the partner console.
 */
export async function buildDocs(out = 'dist/docs') {
  await rm(out, { recursive: true, force: true });
  for (const language of languages) {
    await mkdir(`${out}/${language}`, { recursive: true });
    const rendered = await Promise.all(
      pages.map(async (name) => ({
        name,
        ...renderPage(await withCode(await readFile(sourceOf(language, name), 'utf8'))),
      })),
    );
    const titles = Object.fromEntries(rendered.map(({ name, title }) => [name, title]));
    for (const { name, html, title } of rendered)
      await writeFile(`${out}/${language}/${name}.html`, documentOf({ name, language, html, title, titles }));
    const index = rendered.flatMap(({ name, title: heading, sections }) =>
      sections.map((one) => ({ page: name, heading, ...one })),
    );
    await writeFile(`${out}/${language}/search.json`, JSON.stringify(index));
  }
  for (const file of ['site.css', 'search.js']) await cp(`tools/docs/${file}`, `${out}/${file}`);
  for (const file of await readdir('docs'))
    if (/^(partner-.*\.png|playground\.webp)$/.test(file)) await cp(`docs/${file}`, `${out}/${file}`);
  return { out, pages: pages.length * languages.length };
}

if (process.argv[1] === import.meta.filename) {
  const { out, pages } = await buildDocs();
  console.log(`${pages} pages are in ${out}`);
}
