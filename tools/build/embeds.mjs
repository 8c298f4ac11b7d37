import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { writeMistakes } from './embed-mistakes.mjs';
import { firstWords, wordsOf, writeMessages } from './embed-words.mjs';
import { compress } from './files.mjs';
import { link, nameFiles } from './link.mjs';
import { embedWords, readMessages } from './locales.mjs';
import { browserOptions } from './options.mjs';
import { sheetText } from './plugins/extract-css.mjs';
import { setAside } from './release.mjs';
import { runModule } from './run-module.mjs';
import { readEmbeds, readParts } from './screens.mjs';
import { bundleSheet, minifySheet } from './sheets.mjs';
import { shrink } from './shrink.mjs';

/** @import { BrowserOptions } from './options.mjs' */
/** @import { Sheet } from './plugins/extract-css.mjs' */

/**
 * A feature as the loader knows it: its file, those that come before it, pixels that it takes up at first.
 * @typedef {{ file: string, minHeight: number, needs: string[] }} FeatureFile
 */
/** @typedef {(type: 'js' | 'json', content: string, pinned?: boolean) => Promise<string>} Write Answers the name of the file. */

const runtime = 'src/embed/runtime/runtime.tsx';
const theme = 'src/embed/runtime/theme.ts';
const bridge = 'src/embed/frame/bridge.ts';
const advice = 'src/embed/advice/advise.ts';
/** What only some screens need, by the name that the runtime asks for it. */
const extras = {
  dialogs: 'src/ui/feedback/dialog.tsx',
  rows: 'src/ui/layout/rows-window.tsx',
  secure: 'src/embed/runtime/secure.ts',
  post: 'src/embed/runtime/post.ts',
  shrink: 'src/platform/shrink.ts',
};
/** In the runtime although it does not need them itself: nearly every screen does. */
const also = ['src/ui/feedback/trouble.tsx', 'src/ui/display/amount.tsx'];
/** What many screens need together. A list is in every screen that shows one: of its own file, it would be half as much again. */
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
 * What a file is called is the hash that the loader demands of it.
 * @param {string} content
 */
const nameOf = (content) => createHash('sha256').update(content).digest('base64url');
/** @param {string} content */
const integrity = (content, algorithm = 'sha384') =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

/**
 * What the runtime is told of a screen, without what goes without saying.
 * @param {{ title: string, guard: string, needs: readonly string[] }} screen
 */
const aboutScreen = ({ title, guard, needs }) => ({
  title,
  ...(guard === 'examined' && { guard }),
  ...(needs.length && { needs }),
});

/** @typedef {Awaited<ReturnType<typeof buildEmbeds>>} BuiltEmbeds What the size table knows of them. */

/**
 * What partners' pages load, in `out`: the loader under its version and its channel, and files named by their hash. What
 * names a file pins it: the loader names the runtime and each feature's first file, which names the feature's others.
 * @param {{ dev?: boolean, out?: string }} [how]
 */
export async function buildEmbeds({ dev = false, out = 'dist/embed' } = {}) {
  /** @type {{ version: string }} */
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  const keep = await setAside(out, 'c');
  await mkdir(`${out}/c`, { recursive: true });
  /** @type {Write} */
  const write = async (type, content, pinned = type === 'js') => {
    const name = `${nameOf(content).slice(0, pinned ? undefined : 12)}.${type}`;
    await writeFile(`${out}/c/${name}`, content);
    return name;
  };
  /** @type {Sheet} */
  const sheet = new Map();
  /** @type {Map<string, string>} */
  const sheets = new Map();
  const browser = browserOptions({ dev, sheet });
  const options = { ...browser, define: { ...browser.define, ...embedWords() } };
  const { looks, sheetFile } = await runModule(options, 'src/embed/loader/view.ts');
  /**
   * A sheet as a file too, for engines that construct none.
   * @param {string} css
   */
  const writeSheet = async (css) => {
    const file = sheetFile(css);
    if ((sheets.get(file) ?? css) !== css) throw new Error('Two sheets have the same short hash');
    sheets.set(file, css);
    await writeFile(`${out}/c/${file}`, css);
  };
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
  let common = '';
  /** @type {Map<string, string>} */
  const parts = new Map();
  const linked = await link(options, {
    entry: runtime,
    kits,
    core: also,
    lazy: [
      ...new Set([
        bridge,
        advice,
        theme,
        ...[...screens, ...late].map(({ source }) => source),
        ...Object.values(extras),
      ]),
    ],
    // a list with a bar does not bring the forms
    copied: ['src/contract/wire/yuan.ts', 'src/core/text/format.ts', 'src/ui/layout/action-bar.tsx'],
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
    // the secure document comes with its own words
    const { secure: _, ...withoutSecure } = extras;
    const modules = ['app', first.source, ...Object.values(withoutSecure)]
      .flatMap(closureOf)
      .flatMap(({ modules }) => modules);
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

  const table = { runtime: fileOf('app'), features };
  const filesOf = Object.entries(features).map(([name, { file, needs }]) => [name, [...needs, file]]);
  /** Named in the loader itself, so that it costs no request to know them. */
  const frequent = ['wallet', 'work-orders', 'notices'];
  /** @type {(which: (name: string) => boolean) => Record<string, string[]>} */
  const those = (which) => Object.fromEntries(filesOf.filter(([name]) => which(String(name))));
  const others = {
    ...those((name) => !frequent.includes(name)),
    bridge: [fileOf(bridge)],
    advice: [fileOf(advice)],
  };
  const known = {
    version,
    runtime: fileOf('app'),
    heights: Object.fromEntries(embeds.map(({ name, minHeight }) => [name, minHeight])),
    files: { ...those((name) => frequent.includes(name)), bridge: others.bridge },
    others: await write('json', JSON.stringify(others), true),
  };
  /** @type {(entry: string, own?: Partial<BrowserOptions>) => Promise<string>} */
  const one = async (entry, own) => {
    const { outputFiles } = await build({ ...options, ...own, entryPoints: [entry], write: false });
    return smaller(outputFiles[0]?.text ?? '');
  };
  const loader = await one('src/embed/loader/loader.ts', {
    define: { ...options.define, EMBEDS: JSON.stringify(known) },
  });
  const html = await one('src/embed/runtime/html.ts');
  const child = await one('src/embed/frame/child.ts', {
    define: { ...options.define, VERSION: JSON.stringify(version) },
  });
  for (const folder of ['v1', version]) {
    await mkdir(`${out}/${folder}`, { recursive: true });
    await writeFile(`${out}/${folder}/embed.js`, loader);
    await writeFile(`${out}/${folder}/html.js`, html);
  }
  await writeMistakes(`${out}/v1`, options);
  const frame = await write('js', child);
  await writeFile(
    `${out}/frame.json`,
    `${JSON.stringify({
      script: `/c/${frame}`,
      integrity: integrity(child, 'sha256'),
      preloads: [`/${version}/embed.js`, `/c/${table.runtime}`],
      features: Object.fromEntries(
        Object.entries(features).map(([name, { file, needs }]) => [
          name,
          {
            files: [...needs, file].map((one) => `/c/${one}`),
            words: Object.fromEntries(
              Object.keys(messages).map((locale) => [locale, `/c/${wordsOf(file, locale)}`]),
            ),
          },
        ]),
      ),
    })}\n`,
  );
  const sri = {
    version,
    files: { [`/${version}/embed.js`]: integrity(loader), [`/${version}/html.js`]: integrity(html) },
  };
  await writeFile(`${out}/sri.json`, `${JSON.stringify(sri, null, 2)}\n`);
  await compress(out);
  await keep();
  return { dir: out, table, locales: Object.keys(messages), child: frame };
}
