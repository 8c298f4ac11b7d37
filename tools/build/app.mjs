import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { bundleBoot, wholeManifest } from './boot.mjs';
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
  await rm(out, { recursive: true, force: true });
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
  const initial = [main, client]; // what every first screen needs
  // asked for before anything else where the page is in WeChat
  const [wechat] = filesOf('src/platform/wechat.ts');
  if (!wechat) throw new Error('What is for WeChat is in no file');

  const early = new Set(firsts.flatMap(bundle.modules));
  const soon = sheetText(sheet, (path) => early.has(path));
  const late = sheetText(sheet, (path) => !early.has(path), soon);
  const sheetFile = await writeSheet(dir, 'app.css', `${await bundleSheet('src/ui/global.css')}\n${soon}`);
  const lateSheet = await writeSheet(dir, 'late.css', late);

  const messages = await writeMessages(dir);
  const screens = (await readScreens(options, true)).map((screen) => ({
    ...screen,
    late: !firsts.includes(screen.source),
    files: filesOf(screen.source).filter((file) => !initial.includes(file)),
  }));
  const own = lazy.flatMap((source) => filesOf(source).slice(0, 1));
  const made = { own, early: [client, wechat], screens, messages, lateSheet };
  const manifest = wholeManifest(made);
  const whole = hashed('routes.json', manifest);
  await writeFile(`${dir}/${whole}`, manifest);
  const boot = await bundleBoot({ ...engines, minify: !dev }, made, { landings, whole });
  const style = await minifySheet(await readFile('src/shell/start/skeleton.css', 'utf8'));
  const { html, csp } = await page({
    boot,
    style,
    main: `/a/${main}`,
    sheet: `/a/${sheetFile}`,
    preloads: initial.map((file) => `/a/${file}`),
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
  return { dir, html, sheet: sheetFile, lateSheet, main, kits, client, whole, screens, messages };
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
