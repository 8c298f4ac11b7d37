import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { writeLoader } from './embed-loader.mjs';
import { firstWords, wordsOf, writeMessages } from './embed-words.mjs';
import { compress } from './files.mjs';
import { importsOf } from './imports.mjs';
import { link, nameFiles } from './link.mjs';
import { embedWords, readMessages } from './locales.mjs';
import { browserOptions } from './options.mjs';
import { sheetText } from './plugins/extract-css.mjs';
import { setAside } from './release.mjs';
import { runModule } from './run-module.mjs';
import { readEmbeds, readParts } from './screens.mjs';
import { bundleSheet, minifySheet } from './sheets.mjs';
import { shrink } from './shrink.mjs';

/** @import { FeatureFile, Write } from './embed-loader.mjs' */
/** @import { BrowserOptions } from './options.mjs' */
/** @import { Sheet } from './plugins/extract-css.mjs' */

const runtime = 'src/embed/runtime/runtime.tsx';
const theme = 'src/embed/runtime/theme.ts';
const bridge = 'src/embed/frame/bridge.ts';
const advice = 'src/embed/advice/advise.ts';
/** Files that only some screens need, by the name that the runtime uses for them. */
const extras = {
  after: 'src/embed/runtime/after.tsx',
  dialogs: 'src/ui/feedback/dialog.tsx',
  rows: 'src/ui/layout/rows-window.tsx',
  secure: 'src/embed/runtime/secure.ts',
  post: 'src/embed/runtime/post.ts',
  review: 'src/embed/review.ts',
  shrink: 'src/platform/shrink.ts',
};
/** Part of the runtime although it does not need them itself, because nearly every screen does. */
const also = ['src/ui/feedback/trouble.tsx', 'src/ui/display/amount.tsx'];
/**
 * Modules that many screens share. The list is part of every screen that shows one: as a separate file it would be half as large again.
 */
const kits = {
  form: [
    'src/core/form/form.ts',
    'src/ui/field/form.tsx',
    'src/ui/field/text-field.tsx',
    'src/ui/field/password-field.tsx',
    'src/ui/field/check-field.tsx',
  ],
};

/**
 * The name of a file is the hash that the loader expects.
 * @param {string} content
 */
const nameOf = (content) => createHash('sha256').update(content).digest('base64url');
/**
 * Writes files that are named by their hash, and sheets, into `out`.
 * @param {string} out
 * @param {(css: string) => string} sheetFile the name of a sheet's file
 */
function createFiles(out, sheetFile) {
  /** @type {Write} */
  const write = async (type, content, pinned = type === 'js') => {
    const name = `${nameOf(content).slice(0, pinned ? undefined : 12)}.${type}`;
    await writeFile(`${out}/c/${name}`, content);
    return name;
  };
  /** @type {Map<string, string>} */
  const sheets = new Map();
  /**
   * Also writes a style sheet as a file, for engines that cannot construct one.
   * @param {string} css
   */
  const writeSheet = async (css) => {
    const file = sheetFile(css);
    if ((sheets.get(file) ?? css) !== css) throw new Error('Two sheets have the same short hash');
    sheets.set(file, css);
    await writeFile(`${out}/c/${file}`, css);
  };
  return { write, writeSheet };
}

/**
 * Links the runtime and the sources that are loaded later, and writes a file with its styles for each. `parts` are the texts of the
 * files.
 * @param {object} about
 * @param {BrowserOptions} about.options
 * @param {string[]} about.sources
 * @param {Sheet} about.sheet
 * @param {string} about.base the styles of every embed
 * @param {(css: string) => Promise<void>} about.writeSheet
 * @param {(code: string) => Promise<string>} about.smaller
 * @param {Write} about.write
 */
async function linkEmbeds({ options, sources, sheet, base, writeSheet, smaller, write }) {
  let common = '';
  /** @type {Map<string, string>} */
  const parts = new Map();
  const linked = await link(options, {
    entry: runtime,
    kits,
    core: also,
    lazy: [...new Set([bridge, advice, theme, ...sources, ...Object.values(extras)])],
    // a list with a bar does not bring the forms
    // and a conversation, which makes keys itself, not what comes after the content
    copied: [
      'src/contract/wire/yuan.ts',
      'src/contract/wire/uuid.ts',
      'src/core/http/request-key.ts',
      'src/core/text/format.ts',
      'src/embed/loader/deprecation.ts', // the bridge to a frame does without the runtime
      'src/ui/layout/action-bar.tsx',
    ],
  });
  const { fileOf, closureOf } = await nameFiles(linked, async ({ name, modules }, code) => {
    const own = sheetText(sheet, (rule) => modules.includes(rule), common);
    if (name === 'app') common = own;
    const css = (await minifySheet(name === 'app' ? `${base}\n${own}` : own)).trim();
    if (css) await writeSheet(css);
    const text = `${await smaller(code)}const $css=${JSON.stringify(css)};export{$css as css};`;
    parts.set(name, text);
    return write('js', text);
  });
  return { fileOf, closureOf, parts };
}

/**
 * The data about a screen for the runtime, without default values.
 * @param {{ title: string, guard: string, needs: readonly string[] }} screen
 */
const aboutScreen = ({ title, guard, needs }) => ({
  title,
  ...(guard === 'examined' && { guard }),
  ...(needs.length && { needs }),
});

/**
 * The loader runs these files by themselves: what they imported would be neither checked nor preloaded.
 * @param {string} source
 * @param {Map<string, string>} parts
 */
function assertAlone(source, parts) {
  if (importsOf(parts.get(source) ?? '').length) throw new Error(`${source} must not need another file`);
}

/** @typedef {Awaited<ReturnType<typeof buildEmbeds>>} BuiltEmbeds The data for the size table. */

/**
 * Builds the files for partners' pages in `out`: the loader under its version and its channel, and files named by their hash. A file that
 * names another one pins it: the loader names the runtime and each feature's first file, which names the feature's other files.
 * @param {{ dev?: boolean, release?: boolean, out?: string }} [how] `release`: compressed as small as possible
 */
export async function buildEmbeds({ dev = false, release = false, out = 'dist/embed' } = {}) {
  /** @type {{ version: string }} */
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  const keep = await setAside(out, 'c');
  await mkdir(`${out}/c`, { recursive: true });
  /** @type {Sheet} */
  const sheet = new Map();
  const browser = browserOptions({ dev, sheet });
  const options = { ...browser, define: { ...browser.define, ...embedWords() } };
  const { looks, sheetFile } = await runModule(options, 'src/embed/loader/view.ts');
  const { write, writeSheet } = createFiles(out, sheetFile);
  /** @param {string} code */
  const smaller = async (code) => (dev ? code.trim() : (await shrink(code)).code);

  const embeds = Object.entries(await readEmbeds(options)).map(([name, { screens, minHeight }]) => ({
    name,
    screens,
    minHeight,
  }));
  const screens = embeds.flatMap((embed) => embed.screens);
  const late = await readParts(options);

  const base = await bundleSheet('src/embed/runtime/embed.css');
  const { fileOf, closureOf, parts } = await linkEmbeds({
    options,
    sources: [...screens, ...late].map(({ source }) => source),
    sheet,
    base,
    writeSheet,
    smaller,
    write,
  });
  for (const source of [bridge, advice]) assertAlone(source, parts);
  /** @param {string} source */
  const needsOf = (source) =>
    closureOf(source)
      .map(({ name }) => name)
      .filter((name) => name !== source && name !== 'app')
      .map(fileOf);
  const messages = readMessages([...new Set(['common', 'embed', ...screens.flatMap((one) => one.bundles)])]);
  const messageFiles = await writeMessages(messages, write);
  /** @type {Record<string, FeatureFile>} */
  const features = {};
  for (const { name, screens, minHeight } of embeds) {
    const [first, ...others] = screens;
    if (!first) continue;
    const bundles = ['common', 'embed', ...new Set(screens.flatMap((screen) => screen.bundles))];
    const later = {
      screens: Object.fromEntries(
        [...others, ...late].map(({ path, source, bundles, title, guard, needs }) => [
          path,
          { ...aboutScreen({ title, guard, needs }), files: [...needsOf(source), fileOf(source)], bundles },
        ]),
      ),
      messages: Object.fromEntries(
        Object.entries(messageFiles).map(([locale, files]) => [
          locale,
          Object.fromEntries(bundles.map((one) => [one, files[one]])),
        ]),
      ),
      extras: Object.fromEntries(Object.entries(extras).map(([extra, source]) => [extra, fileOf(source)])),
    };
    // later parts contain the common messages
    const modules = ['app', first.source].flatMap(closureOf).flatMap(({ modules }) => modules);
    const words = await firstWords(messages, modules, first.title);
    const about = {
      first: aboutScreen(first),
      screens: Object.fromEntries(screens.map(({ path, scope }) => [path, scope ?? ''])),
      words: nameOf(JSON.stringify(words)).slice(0, 8),
      theme: fileOf(theme),
      later: await write('json', JSON.stringify(later), true),
    };
    const file = await write(
      'js',
      `${parts.get(first.source)}const $about=${JSON.stringify(about)};export{$about as about};`,
    );
    for (const [locale, text] of words) await writeFile(`${out}/c/${wordsOf(file, locale)}`, text);
    await writeSheet(looks(minHeight));
    features[name] = { file, minHeight, needs: needsOf(first.source) };
  }

  const following = Object.values(messageFiles).map(({ common = '' }) => [fileOf(extras.after), common]);
  const table = { runtime: fileOf('app'), following, features };
  const child = await writeLoader({
    out,
    version,
    options,
    smaller,
    write,
    features,
    runtime: table.runtime,
    bridge: fileOf(bridge),
    advice: fileOf(advice),
    locales: Object.keys(messages),
  });
  await compress(out, { release });
  await keep();
  return { dir: out, table, locales: Object.keys(messages), child };
}
