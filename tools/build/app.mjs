import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { bundleBoot, landingBundle, wholeManifest } from './boot.mjs';
import { bundleApp, bundleSplit } from './bundle.mjs';
import { compress, hashed } from './files.mjs';
import { page } from './html.mjs';
import { readScreens } from './manifest.mjs';
import { browserOptions, engines } from './options.mjs';
import { sheetText } from './plugins/extract-css.mjs';
import { bundleSheet, minifySheet } from './sheets.mjs';

/** @import { Library } from './options.mjs' */
/** @import { Sheet } from './plugins/extract-css.mjs' */
/** @typedef {Record<string, Record<string, string>>} MessageFiles By language and bundle. */

/** What many screens need together, a file each; what two of them share goes to the core, which all of them need. */
const groups = {
  list: [
    'src/core/data/list.ts',
    'src/core/text/format.ts',
    'src/ui/layout/list.tsx',
    'src/ui/feedback/loaded.tsx',
    'src/ui/display/amount.tsx',
    'src/ui/layout/cell.tsx',
    'src/ui/layout/card.tsx',
  ],
  form: [
    'src/core/form/form.ts',
    'src/ui/field/form.tsx',
    'src/ui/field/text-field.tsx',
    'src/ui/field/password-field.tsx',
    'src/ui/field/check-field.tsx',
    'src/ui/layout/cell.tsx', // and so in the core: sign-in has some too, and no list
    'src/ui/layout/card.tsx',
  ],
};

/** The screens that one lands on: what they look like is in the page's own style sheet, everything else in the late one. */
const firsts = ['src/features/devices/list.tsx', 'src/features/auth/login.tsx'];
/** The routes whose files the page itself names, so that their downloads begin at once. */
const landings = ['pages/tabbar/index', 'pages/login/login', 'pages/login/register'];

/**
 * Scripts and messages as the gateway and the size table know them.
 * @typedef {Awaited<ReturnType<typeof buildApp>>} BuiltApp
 */

/**
 * The full page: scripts split by route, one style sheet, messages by language and feature, the HTML.
 * @param {{ dev?: boolean, library?: Library, out?: string }} [how]
 */
export async function buildApp({ dev = false, library = 'preact', out = 'dist/app' } = {}) {
  const dir = `${out}/a`;
  const keep = await setAside(out);
  await mkdir(dir, { recursive: true });
  await cp('public', out, { recursive: true });

  /** @type {Sheet} */
  const sheet = new Map();
  const options = browserOptions({ library, dev, sheet });
  const bundle =
    library === 'react'
      ? await bundleSplit(options, 'src/shell/main.tsx', dir)
      : await bundleApp(options, 'src/shell/main.tsx', groups, dir);
  const { file: main, kits, lazy, files: filesOf } = bundle;
  const [client] = filesOf('src/core/http/http.ts');
  if (!client) throw new Error('The HTTP client is in no file');
  // asked for before anything else where the page is in WeChat
  const [wechat] = filesOf('src/platform/wechat.ts');
  if (!wechat) throw new Error('What is for WeChat is in no file');

  const early = new Set(firsts.flatMap(bundle.modules));
  const soon = sheetText(sheet, (path) => early.has(path));
  const late = sheetText(sheet, (path) => !early.has(path), soon);
  const sheetOf = await bundleSheet('src/ui/global.css');
  const lateSheet = await writeSheet(dir, 'late.css', late);

  const messages = await writeMessages(dir);
  const screens = (await readScreens(options, true)).map((screen) => ({
    ...screen,
    late: !firsts.includes(screen.source),
    files: filesOf(screen.source).filter((file) => file !== main),
  }));
  const own = lazy.flatMap((source) => filesOf(source).slice(0, 1));
  const landingMessages = await writeLandingMessages(
    dir,
    messages,
    screens.filter(({ path }) => landings.includes(path)),
  );
  const made = { own, client, early: [wechat], screens, messages, lateSheet, landingMessages };
  const manifest = wholeManifest(made);
  const whole = hashed('routes.json', manifest);
  await writeFile(`${dir}/${whole}`, manifest);
  const boot = await bundleBoot({ ...engines, minify: !dev }, made, { landings, whole });
  const skeleton = await readFile('src/shell/start/skeleton.css', 'utf8');
  const style = await minifySheet(`${skeleton}\n${sheetOf}\n${soon}`);
  const { html, csp } = await page({
    boot,
    style,
    main: `/a/${main}`,
    config: { base: '/api', secret: '' },
  });
  await build({
    entryPoints: { sw: 'src/shell/worker.js' },
    outdir: out,
    bundle: true,
    ...engines,
    minify: !dev,
  });
  await writeFile(`${out}/index.html`, html);
  await writeFile(`${out}/csp.json`, JSON.stringify(csp));
  await compress(out);
  await keep();
  return { dir, html, lateSheet, main, kits, client, whole, screens, messages, landingMessages };
}

/**
 * Moves what was built before out of the way. Answers how to put back the files under `/a/` that the new release does not have: a page
 * that was opened, or kept, before the release goes on finding its own. Those of the release before are kept, and none older.
 * @param {string} out
 */
async function setAside(out) {
  const [before, list] = [`${out}-before`, `${out}-files.json`];
  await rm(before, { recursive: true, force: true });
  await rename(out, before).catch(() => {}); // there was none
  /** @type {string[]} */
  const own = JSON.parse(await readFile(list, 'utf8').catch(() => '[]'));
  return async () => {
    const now = await readdir(`${out}/a`);
    await writeFile(list, JSON.stringify(now));
    for (const file of own)
      if (!now.includes(file)) await cp(`${before}/a/${file}`, `${out}/a/${file}`).catch(() => {}); // taken away by hand
    await rm(before, { recursive: true, force: true });
  };
}

/**
 * Writes a style sheet under its hashed name; answers that.
 * @param {string} dir
 * @param {string} name
 * @param {string} text
 */
async function writeSheet(dir, name, text) {
  const code = await minifySheet(text);
  const file = hashed(name, code);
  await writeFile(`${dir}/${file}`, code);
  return file;
}

/**
 * Writes all that each of these screens says into one file, by bundle: a screen that is landed on asks for one.
 * @param {string} dir
 * @param {MessageFiles} messages
 * @param {{ path: string, bundles: string[] }[]} screens
 */
async function writeLandingMessages(dir, messages, screens) {
  /** @type {MessageFiles} */
  const landing = {};
  for (const [locale, files] of Object.entries(messages)) {
    /** @type {Record<string, string>} */
    const names = {};
    for (const { path, bundles } of screens) {
      const parts = ['common', ...bundles].map(
        async (bundle) => `"${bundle}":${await readFile(`${dir}/${files[bundle]}`, 'utf8')}`,
      );
      const text = `{${(await Promise.all(parts)).join()}}`;
      const name = hashed(`${locale}-${landingBundle(path)}.json`, text);
      await writeFile(`${dir}/${name}`, text);
      names[landingBundle(path)] = name;
    }
    landing[locale] = names;
  }
  return landing;
}

/**
 * Writes `i18n/<locale>/<bundle>.json` under hashed names; answers them by language and bundle.
 * @param {string} dir
 */
async function writeMessages(dir) {
  /** @type {MessageFiles} */
  const messages = {};
  for (const locale of await readdir('i18n')) {
    /** @type {Record<string, string>} */
    const names = {};
    for (const file of await readdir(`i18n/${locale}`)) {
      if (file === 'server.json') continue;
      const text = JSON.stringify(JSON.parse(await readFile(`i18n/${locale}/${file}`, 'utf8')));
      const name = hashed(`${locale}-${file}`, text);
      await writeFile(`${dir}/${name}`, text);
      names[file.slice(0, -'.json'.length)] = name;
    }
    messages[locale] = names;
  }
  return messages;
}
