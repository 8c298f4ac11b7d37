import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { bundleBoot, landingBundle, wholeManifest } from './boot.mjs';
import { bundleApp, bundleSplit } from './bundle.mjs';
import { compress, hashed } from './files.mjs';
import { page } from './html.mjs';
import { readScreens } from './manifest.mjs';
import { browserOptions, engines } from './options.mjs';
import { doorLinks } from './plugins/door-links.mjs';
import { sheetText } from './plugins/extract-css.mjs';
import { setAside } from './release.mjs';
import { bundleSheet, minifySheet, usedRules } from './sheets.mjs';
import { kept, saidIn } from './words.mjs';

/** @import { Library } from './options.mjs' */
/** @import { Sheet } from './plugins/extract-css.mjs' */
/** @typedef {Record<string, Record<string, string>>} MessageFiles By language and bundle. */

/** What many screens need together, a file each; what two of them share goes to the core, which all of them need. */
const groups = {
  list: [
    'src/core/data/list.ts',
    'src/core/text/format.ts',
    'src/ui/layout/list.tsx',
    'src/ui/layout/card.tsx',
  ],
  rest: [
    'src/shell/rest.tsx',
    'src/ui/display/amount.tsx',
    'src/ui/feedback/loaded.tsx',
    'src/ui/layout/cell.tsx',
    'src/ui/layout/section.tsx',
  ],
  rules: ['src/contract/rules/fields.ts'],
  form: [
    'src/core/form/form.ts',
    'src/ui/field/form.tsx',
    'src/ui/field/text-field.tsx',
    'src/ui/field/password-field.tsx',
    'src/ui/field/check-field.tsx',
    'src/ui/layout/card.tsx',
  ],
};

/** The screens that one lands on: what they look like is in the page's own style sheet, everything else in the late one. */
const firsts = ['src/features/devices/list.tsx', 'src/features/auth/sign-in/login.tsx'];
/** Their doors, which are known at once. */
const landingDoors = ['src/features/devices/screens.ts', 'src/features/auth/screens.ts'];
/** What leads from there to others: the shell, and the list. */
const isFirst = (/** @type {string} */ source) =>
  /^src\/(shell\/navigation\/nav|features\/devices\/(list|summary))\.tsx?$/.test(source);
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
  const keep = await setAside(out, 'a');
  await mkdir(dir, { recursive: true });
  await cp('public', out, { recursive: true });

  /** @type {Sheet} */
  const sheet = new Map();
  const options = browserOptions({ library, dev, sheet });
  const bundle =
    library === 'react'
      ? await bundleSplit(options, 'src/shell/main.tsx', dir)
      : await bundleApp(
          { ...options, plugins: [doorLinks(options, isFirst, landingDoors), ...options.plugins] },
          'src/shell/main.tsx',
          groups,
          dir,
          ['list', 'form', ...firsts],
        );
  const { file: main, kits, lazy, files: filesOf } = bundle;
  const [client] = filesOf('src/core/http/http.ts');
  if (!client) throw new Error('The HTTP client is in no file');
  // asked for before anything else where the page is in WeChat
  const [wechat] = filesOf('src/platform/wechat/wechat.ts');
  if (!wechat) throw new Error('What is for WeChat is in no file');

  const rest = filesOf('src/shell/rest.tsx').filter((file) => file !== main);

  const rules = filesOf('src/features/auth/sign-in/login-rules.ts').filter((file) => file !== main);

  const early = new Set(firsts.flatMap(bundle.modules));
  const codes = await Promise.all(
    [...new Set([main, ...firsts.flatMap(filesOf)])].map((file) => readFile(`${dir}/${file}`, 'utf8')),
  );
  const theirs = sheetText(sheet, (path) => early.has(path));
  const soon = usedRules(codes, theirs);
  // what the kits of the first screens have for others comes before what these add to it
  const late = [
    sheetText(sheet, (path) => early.has(path), soon),
    sheetText(sheet, (path) => !early.has(path), theirs),
  ].join('\n');
  const sheetOf = await bundleSheet('src/ui/global.css');
  const lateSheet = await writeSheet(dir, 'late.css', late);

  const messages = await writeMessages(dir);
  const screens = (await readScreens(options, true)).map((screen) => ({
    ...screen,
    late: !firsts.includes(screen.source),
    files: filesOf(screen.source).filter((file) => file !== main),
  }));
  const own = lazy.flatMap((source) => filesOf(source).slice(0, 1));
  const landed = screens
    .filter(({ path }) => landings.includes(path))
    .map((screen) => ({ ...screen, modules: bundle.modules(screen.source) }));
  const { landingMessages, titles } = await writeLandingMessages(dir, messages, landed);
  const made = { own, client, early: [wechat], rest, screens, messages, lateSheet, landingMessages };
  const manifest = wholeManifest(made);
  const whole = hashed('routes.json', manifest);
  await writeFile(`${dir}/${whole}`, manifest);
  const boot = await bundleBoot({ ...engines, minify: !dev }, made, { landings, whole, titles });
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
  if (library === 'preact') await compress(out); // React's is for the journeys only
  await keep();
  return { dir, html, lateSheet, main, kits, client, rest, rules, whole, screens, messages, landingMessages };
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
 * Writes what each of these screens says into one file, by bundle: a screen that is landed on asks for one. Answers the files, and
 * what the screens are called, both by language and `landingBundle`.
 * @param {string} dir
 * @param {MessageFiles} messages
 * @param {{ path: string, title: string, bundles: string[], modules: string[] }[]} screens
 */
async function writeLandingMessages(dir, messages, screens) {
  /** @type {MessageFiles} */
  const landingMessages = {};
  /** @type {Record<string, Record<string, string>>} */
  const titles = {};
  for (const [locale, files] of Object.entries(messages)) {
    /** @type {Record<string, string>} */
    const names = {};
    /** @type {Record<string, string>} */
    const called = {};
    for (const { path, title, bundles, modules } of screens) {
      const said = await saidIn(modules, [title]);
      const parts = ['common', ...bundles].map(async (bundle) => {
        const table = JSON.parse(await readFile(`${dir}/${files[bundle]}`, 'utf8'));
        return [bundle, kept(table, (key) => said(`${bundle}.${key}`)) ?? {}];
      });
      const words = Object.fromEntries(await Promise.all(parts));
      called[landingBundle(path)] = title.split('.').reduce((part, name) => part[name], words);
      const text = JSON.stringify(words);
      const name = hashed(`${locale}-${landingBundle(path)}.json`, text);
      await writeFile(`${dir}/${name}`, text);
      names[landingBundle(path)] = name;
    }
    landingMessages[locale] = names;
    titles[locale] = called;
  }
  return { landingMessages, titles };
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
