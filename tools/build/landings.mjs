import { writeFile } from 'node:fs/promises';
import { digest } from './files.mjs';
import { sheetText } from './plugins/extract-css.mjs';
import { adding } from './rules.mjs';
import { kept, saidIn } from './words.mjs';

/** @import { LandingScript } from './app-scripts.mjs' */
/** @import { Sheet } from './plugins/extract-css.mjs' */
/** @import { Landed, ScreenAbout } from './screens.mjs' */
/** @import { Messages } from './words.mjs' */

// A screen that members open from outside is one file for each language: its code, and what the app has to know of it. So the page needs
// neither the list of all files nor the deferred part before it can show the screen.

/** @typedef {ScreenAbout & { landed: Landed }} LandingScreen */

/**
 * A screen that members open from outside, as it is in its files. `name`: the last part of its path. `title` and `words` by language.
 * @typedef {object} Landing
 * @property {string} name
 * @property {LandingScreen} screen
 * @property {LandingScript} script
 * @property {string} style code that adds its rules of style
 * @property {Record<string, object>} words
 * @property {Record<string, string>} titles
 */

/**
 * The last part of a route's path, which names its files.
 * @param {string} path
 */
export const landingName = (path) => path.slice(path.lastIndexOf('/') + 1);

/**
 * The screens that members open from outside. Two of them may not have the same name.
 * @param {ScreenAbout[]} screens
 */
export function landingScreens(screens) {
  /** @type {LandingScreen[]} */
  const landings = screens.flatMap(({ landed, ...screen }) => (landed ? [{ ...screen, landed }] : []));
  const names = landings.map(({ path }) => landingName(path));
  if (new Set(names).size < names.length)
    throw new Error(`Two screens that members open from outside have the same last part: ${names}`);
  return landings;
}

/**
 * Makes the contents of the files of these screens.
 * @param {LandingScreen[]} screens
 * @param {LandingScript[]} scripts
 * @param {{ sheet: Sheet, before: string, messages: Record<string, Record<string, Messages>> }} from `before`: rules that the page contains;
 * `messages` by language and bundle
 * @returns {Promise<Landing[]>}
 */
export const makeLandings = (screens, scripts, { sheet, before, messages }) =>
  Promise.all(
    screens.map(async (screen) => {
      const script = scripts.find(({ source }) => source === screen.source);
      if (!script) throw new Error(`${screen.source} was not linked`);
      const modules = new Set(script.modules);
      const said = await saidIn(script.modules, [screen.title]);
      /** @type {(tables: Record<string, Messages>) => [string, Messages][]} */
      const used = (tables) =>
        ['common', ...screen.bundles].map((bundle) => [
          bundle,
          kept(tables[bundle] ?? {}, (key) => said(`${bundle}.${key}`)) ?? {},
        ]);
      const words = Object.fromEntries(
        Object.entries(messages).map(([locale, tables]) => [locale, Object.fromEntries(used(tables))]),
      );
      return {
        name: landingName(screen.path),
        screen,
        script,
        style: await adding(sheetText(sheet, (rule) => modules.has(rule), before)),
        words,
        titles: Object.fromEntries(
          Object.entries(words).map(([locale, table]) => [locale, textAt(table, screen.title)]),
        ),
      };
    }),
  );

/**
 * The message of a key.
 * @param {any} table
 * @param {string} key
 * @returns {string}
 */
const textAt = (table, key) => key.split('.').reduce((part, name) => part[name], table);

/**
 * Writes the files. The names of all have one common hash, so that the page needs only one: a release that changes any of them renames all.
 * Returns the hash, and the names by language and by the screen's name.
 * @param {string} dir
 * @param {Landing[]} landings
 * @param {string[]} locales
 */
export async function writeLandings(dir, landings, locales) {
  const hash = digest(JSON.stringify(landings));
  /** @type {Record<string, Record<string, string>>} */
  const files = {};
  for (const { name, screen, script, style, words } of landings) {
    const map = script.map && `${name}-${hash}.js.map`;
    if (map) await writeFile(`${dir}/${map}`, script.map ?? '');
    for (const locale of locales) {
      const about = { route: screen.landed.route, words: words[locale] };
      const file = `${locale}-${name}-${hash}.js`;
      // after the code, which it does not move in its source map
      const code = `${script.code}\n${style}export let landing_=${JSON.stringify(about)};\n`;
      await writeFile(`${dir}/${file}`, map ? `${code}//# sourceMappingURL=${map}\n` : code);
      (files[locale] ??= {})[name] = file;
    }
  }
  return { hash, files };
}
