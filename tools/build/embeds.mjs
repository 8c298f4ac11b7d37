import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { bundleGuests } from './bundle.mjs';
import { compress } from './files.mjs';
import { readEmbeds, readParts } from './manifest.mjs';
import { browserOptions } from './options.mjs';
import { doorPaths, isDoor } from './plugins/door-paths.mjs';
import { sheetText } from './plugins/extract-css.mjs';
import { setAside } from './release.mjs';
import { runModule } from './run-module.mjs';
import { bundleSheet, minifySheet, usedRules } from './sheets.mjs';
import { shrink } from './shrink.mjs';
import { kept, saidIn } from './words.mjs';

/** @import { BrowserOptions } from './options.mjs' */
/** @import { Sheet } from './plugins/extract-css.mjs' */
/** @import { Messages } from './words.mjs' */

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
/** Class names that are in every file that uses one, so that a file has the rules of those and no others. */
const sharedStyles = 'src/ui/styles.ts';
/** What many screens need together. A list is in every screen that shows one: of its own file, it would be half as much again. */
const groups = {
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
  const plain = browserOptions({ dev, sheet });
  const options = { ...plain, plugins: [doorPaths(plain), ...plain.plugins] };
  const { looks, sheetFile } = await runModule(plain, 'src/embed/loader/view.ts');
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

  const embeds = Object.entries(await readEmbeds(plain)).map(([name, { screens, minHeight }]) => ({
    name,
    screens,
    minHeight,
  }));
  const screens = embeds.flatMap((embed) => embed.screens);
  const late = await readParts(plain);

  const base = await bundleSheet('src/embed/runtime/embed.css');
  let common = '';
  /** @type {Map<string, { text: string, modules: string[] }>} */
  const parts = new Map();
  const bundle = await bundleGuests(options, runtime, groups, {
    also,
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
    apart: [
      sharedStyles,
      'src/contract/wire/yuan.ts',
      'src/core/text/format.ts',
      'src/ui/layout/action-bar.tsx',
    ],
    async write(name, code, modules) {
      const rules = sheetText(sheet, (path) => path === sharedStyles || modules.includes(path), common);
      const own = usedRules([code], rules);
      if (name === 'app') common = own;
      const css = (await minifySheet(name === 'app' ? `${base}\n${own}` : own)).trim();
      if (css) await writeSheet(css);
      const text = `${await smaller(code)}const $css=${JSON.stringify(css)};export{$css as css};`;
      parts.set(name, {
        text,
        modules: modules.filter((module) => module.startsWith('src/') && !isDoor.test(module)),
      });
      return write('js', text);
    },
  });
  /** @param {string} name */
  const partOf = (name) => {
    const part = parts.get(name);
    if (!part) throw new Error(`${name} was not bundled`);
    return part;
  };

  const messages = await readMessages([...new Set(['common', ...screens.flatMap((one) => one.bundles)])]);
  const messageFiles = await writeMessages(messages, write);
  /** @type {Record<string, FeatureFile>} */
  const features = {};
  for (const { name, screens, minHeight } of embeds) {
    const [first, ...others] = screens;
    if (!first) continue;
    const bundles = ['common', ...new Set(screens.flatMap((screen) => screen.bundles))];
    const later = {
      screens: Object.fromEntries(
        [...others, ...late].map(({ path, source, bundles }) => {
          const { needs, file } = bundle.fileOf(source);
          return [path, { files: [...needs, file], bundles }];
        }),
      ),
      messages: Object.fromEntries(
        Object.entries(messageFiles).map(([locale, files]) => [
          locale,
          Object.fromEntries(bundles.map((one) => [one, files[one]])),
        ]),
      ),
      extras: Object.fromEntries(
        Object.entries(extras).map(([extra, source]) => [extra, bundle.fileOf(source).file]),
      ),
    };
    const modules = ['app', first.source, ...Object.values(extras)].flatMap((one) => partOf(one).modules);
    const words = await firstWords(messages, modules, first.title);
    const about = {
      screens: Object.fromEntries(
        screens.map(({ path, title, guard, needs, scope }) => [path, { title, guard, needs, scope }]),
      ),
      words: nameOf(JSON.stringify(words)).slice(0, 8),
      theme: bundle.fileOf(theme).file,
      later: await write('json', JSON.stringify(later), true),
    };
    const file = await write(
      'js',
      `${partOf(first.source).text}const $about=${JSON.stringify(about)};export{$about as about};`,
    );
    for (const [locale, text] of words) await writeFile(`${out}/c/${wordsOf(file, locale)}`, text);
    await writeSheet(looks(minHeight));
    features[name] = { file, minHeight, needs: bundle.fileOf(first.source).needs };
  }

  const table = { runtime: bundle.file, features };
  const filesOf = Object.entries(features).map(([name, { file, needs }]) => [name, [...needs, file]]);
  /** Named in the loader itself, so that it costs no request to know them. */
  const frequent = ['wallet', 'work-orders', 'notices'];
  /** @type {(which: (name: string) => boolean) => Record<string, string[]>} */
  const those = (which) => Object.fromEntries(filesOf.filter(([name]) => which(String(name))));
  const others = {
    ...those((name) => !frequent.includes(name)),
    bridge: [bundle.fileOf(bridge).file],
    advice: [bundle.fileOf(advice).file],
  };
  const known = {
    version,
    runtime: bundle.file,
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
  await writeMistakes(`${out}/v1`, plain);
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

/**
 * The page that the console leads developers to: every code with what it means. Its sheet is a file, as our policy wants.
 * @param {string} folder
 * @param {BrowserOptions} options
 */
async function writeMistakes(folder, options) {
  const { mistakes } = await runModule(options, 'src/embed/advice/words.ts');
  const escaped = (/** @type {string} */ text) =>
    text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const rows = Object.entries(/** @type {Record<string, [string, string]>} */ (mistakes)).map(
    ([code, [happened, mend]]) =>
      `<dt id="${code}"><a href="#${code}">${code}</a></dt><dd><p>${escaped(happened)}</p><p>${escaped(mend)}</p></dd>`,
  );
  await writeFile(
    `${folder}/mistakes.html`,
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
      '<title>Cloudphone embeds: what went wrong</title><link rel="stylesheet" href="mistakes.css"></head><body><main>' +
      `<h1>What the console says of embeds</h1><dl>${rows.join('')}</dl></main></body></html>\n`,
  );
  await writeFile(
    `${folder}/mistakes.css`,
    'body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#0c1722;background:#fff}main{max-width:720px;margin:0 auto;padding:24px 16px}' +
      'dt{margin-top:24px;font:600 16px/1.5 ui-monospace,monospace}dt a{color:#00735a}dd{margin:0}p{margin:4px 0 0}:target{background:#fceed3}' +
      '@media(prefers-color-scheme:dark){body{color:#e9f1f2;background:#060d13}dt a{color:#2ee6a8}:target{background:#33270f}}\n',
  );
}

/**
 * The bundles of messages by language.
 * @param {string[]} bundles
 */
async function readMessages(bundles) {
  /** @type {Record<string, Record<string, Messages>>} */
  const messages = {};
  for (const locale of ['en', 'zh']) {
    /** @type {Record<string, Messages>} */
    const tables = {};
    for (const name of bundles)
      tables[name] = JSON.parse(await readFile(`i18n/${locale}/${name}.json`, 'utf8'));
    messages[locale] = tables;
  }
  return messages;
}

/**
 * Writes each bundle of messages; answers the files by language and bundle.
 * @param {Record<string, Record<string, Messages>>} messages
 * @param {Write} write
 */
async function writeMessages(messages, write) {
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
 * The file of what a feature says first, as the loader finds it (`Host.words`).
 * @param {string} file the feature's
 * @param {string} locale
 */
const wordsOf = (file, locale) => `${file.slice(0, 12)}-${locale}.json`;

/**
 * What a feature's first screen and all that is there with it say, in each language.
 * @param {Record<string, Record<string, Messages>>} messages
 * @param {string[]} modules sources that say it
 * @param {string} title the screen's
 */
async function firstWords(messages, modules, title) {
  const said = await saidIn(modules, [title]);
  return Object.entries(messages).map(
    ([locale, tables]) => /** @type {const} */ ([locale, JSON.stringify(kept(tables, said))]),
  );
}
