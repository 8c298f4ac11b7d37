import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { firsts, linkApp, splitApp } from './app-scripts.mjs';
import { bundleBoot, fullManifest, landingBundle } from './boot.mjs';
import { compress, digest } from './files.mjs';
import { page } from './html.mjs';
import { localeNames, messagesElsewhere, messagesOf, readMessages } from './locales.mjs';
import { browserOptions, engines } from './options.mjs';
import { sheetText } from './plugins/extract-css.mjs';
import { setAside } from './release.mjs';
import { readScreens } from './screens.mjs';
import { bundleSheet, minifySheet } from './sheets.mjs';
import { kept, saidIn } from './words.mjs';

/** @import { Library } from './options.mjs' */
/** @import { Sheet } from './plugins/extract-css.mjs' */
/** @import { Messages } from './words.mjs' */
/** @typedef {Record<string, Record<string, string>>} MessageFiles By language and bundle. */

/** The routes whose files the page itself names, so that their downloads begin at once; those of others begin one round trip later. */
const firstScreens = ['pages/tabbar/index', 'pages/login/login', 'pages/login/register'];

/**
 * Scripts and messages in the form that the gateway and the size table use.
 * @typedef {Awaited<ReturnType<typeof buildApp>>} BuiltApp
 */

/**
 * Builds the full page: scripts split by route, one style sheet, messages by language and feature, the HTML.
 * @param {{ dev?: boolean, library?: Library, out?: string }} [how]
 */
export async function buildApp({ dev = false, library = 'preact', out = 'dist/app' } = {}) {
  const dir = `${out}/a`;
  const keep = await setAside(out, 'a');
  await mkdir(dir, { recursive: true });
  await cp('public', out, { recursive: true });
  await writeOld(out);

  /** @type {Sheet} */
  const sheet = new Map();
  const options = browserOptions({ library, dev, sheet });
  const scripts = await (library === 'react' ? splitApp : linkApp)(options, dir);
  const { core: main, kits, lazy, files: filesOf } = scripts;
  /** @param {string} source */
  const fileWith = (source) => {
    const [file] = filesOf(source);
    if (!file) throw new Error(`${source} is in no file of its own`);
    return file;
  };
  const client = fileWith('src/shell/http.ts');
  // requested before everything else if the page is in WeChat
  const wechat = fileWith('src/platform/wechat/wechat.ts');
  const deferred = filesOf('src/shell/deferred.tsx');
  const rules = filesOf('src/features/auth/sign-in/login-rules.ts');

  const early = new Set(firsts.flatMap(scripts.modules));
  const soon = sheetText(sheet, (rule) => early.has(rule));
  const late = sheetText(sheet, (rule) => !early.has(rule), soon);
  const sheetOf = await bundleSheet('src/ui/global.css');
  const lateSheet = await writeSheet(dir, late);

  const bundles = (await readdir('i18n/en')).map((file) => file.slice(0, -'.json'.length));
  const tables = readMessages(bundles.filter((bundle) => !messagesElsewhere.includes(bundle)));
  const messages = await writeTables(dir, tables);
  const screens = (await readScreens(options, true)).map((screen) => ({
    ...screen,
    late: !firsts.includes(screen.source),
    files: filesOf(screen.source),
  }));
  const own = lazy.map(fileWith);
  const landed = landedScreens(screens, scripts.modules);
  const { landingMessages, titles } = await writeLandingMessages(dir, tables, landed);
  const made = {
    own,
    client,
    early: [wechat],
    rest: deferred,
    screens,
    messages,
    lateSheet,
    landed: landed.map(({ path }) => path),
    landingMessages,
  };
  const manifest = fullManifest(made);
  const full = `${digest(manifest)}.json`;
  await writeFile(`${dir}/${full}`, manifest);
  const wide = await writeSheet(dir, await bundleSheet('src/shell/wide/wide.css'));
  const boot = await bundleBoot({ ...engines, minify: !dev }, made, { firstScreens, full, wide, titles });
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
  const home = landed.find(({ path }) => path === firstScreens[0]);
  await writeFile(`${out}/preloads.json`, JSON.stringify(preloads(main, home, landingMessages)));
  if (library === 'preact') await compress(out); // the React build is for the journeys only
  await keep();
  return {
    dir,
    html,
    lateSheet,
    main,
    kits,
    client,
    deferred,
    rules,
    full,
    screens,
    messages,
    landingMessages,
  };
}

/**
 * The screens that members open from outside, with all modules that are loaded for them. Two of them may not have the same last part of
 * the path, because that names their messages.
 * @template {{ path: string, source: string, first?: object | undefined }} Screen
 * @param {Screen[]} screens
 * @param {(source: string) => string[]} modulesOf
 */
function landedScreens(screens, modulesOf) {
  const landed = screens.filter(({ path, first }) => first || firstScreens.includes(path));
  const names = landed.map(({ path }) => landingBundle(path));
  if (new Set(names).size < names.length)
    throw new Error(`Two screens that members open from outside have the same last part: ${names}`);
  return landed.map((screen) => ({
    ...screen,
    modules: [
      ...modulesOf(screen.source),
      // loaded with it, because the page does not have its route
      ...(firstScreens.includes(screen.path) ? [] : modulesOf('src/shell/deferred.tsx')),
    ],
  }));
}

/**
 * The `Link` headers of the page (src/server/http/preloads.ts): the core for everybody, and for members also the files of the screen
 * that they open first, by language.
 * @param {string} core
 * @param {{ path: string, files: string[] } | undefined} home
 * @param {MessageFiles} messages of the landing screens
 */
function preloads(core, home, messages) {
  const script = (/** @type {string} */ file) => `</a/${file}>; rel=modulepreload`;
  const name = home && landingBundle(home.path);
  return {
    everyone: [script(core)],
    members: Object.fromEntries(
      Object.entries(messages).map(([locale, files]) => [
        locale,
        name ? [...home.files.map(script), `</a/${files[name]}>; rel=preload; as=fetch; crossorigin`] : [],
      ]),
    ),
  };
}

/**
 * The message for a browser without modules, in every language, because none of our code runs there that could choose one.
 * @param {string} out
 */
async function writeOld(out) {
  const update = localeNames.map((locale) => messagesOf(locale, 'old').update).join('<br>');
  await writeFile(`${out}/old.js`, (await readFile('public/old.js', 'utf8')).replace('{{update}}', update));
}

/**
 * Writes a style sheet, named by its hash; returns the name.
 * @param {string} dir
 * @param {string} text
 */
async function writeSheet(dir, text) {
  const code = await minifySheet(text);
  const file = `${digest(code)}.css`;
  await writeFile(`${dir}/${file}`, code);
  return file;
}

/**
 * Writes the messages of each of these screens into one file, by bundle, so that a landing screen needs one request. Returns the files,
 * and the titles of the screens, both by language and `landingBundle`.
 * @param {string} dir
 * @param {Record<string, Record<string, Messages>>} messages by language and bundle
 * @param {{ path: string, title: string, bundles: string[], modules: string[] }[]} screens
 */
async function writeLandingMessages(dir, messages, screens) {
  const landed = await Promise.all(
    screens.map(async ({ modules, ...screen }) => ({
      ...screen,
      name: landingBundle(screen.path),
      said: await saidIn(modules, [screen.title]),
    })),
  );
  /** @type {Record<string, Record<string, object>>} */
  const all = {};
  /** @type {Record<string, Record<string, string>>} */
  const titles = {};
  for (const [locale, tables] of Object.entries(messages)) {
    /** @type {Record<string, any>} by the screen's `landingBundle` */
    const own = {};
    for (const { name, bundles, said } of landed)
      own[name] = Object.fromEntries(
        ['common', ...bundles].map((bundle) => [
          bundle,
          kept(tables[bundle] ?? {}, (key) => said(`${bundle}.${key}`)) ?? {},
        ]),
      );
    all[locale] = own;
    titles[locale] = Object.fromEntries(
      landed.map(({ name, title }) => [name, title.split('.').reduce((part, key) => part[key], own[name])]),
    );
  }
  return { landingMessages: await writeTables(dir, all), titles };
}

/**
 * Writes tables of messages, all with one common hash: the page needs only one for all languages, so that another language costs nothing.
 * A release that changes any message renames them all.
 * @param {string} dir
 * @param {Record<string, Record<string, object>>} all by language and bundle
 */
async function writeTables(dir, all) {
  const hash = digest(JSON.stringify(all));
  /** @type {MessageFiles} */
  const files = {};
  for (const [locale, tables] of Object.entries(all)) {
    /** @type {Record<string, string>} */
    const names = {};
    for (const [bundle, table] of Object.entries(tables)) {
      names[bundle] = `${locale}-${bundle}-${hash}.json`;
      await writeFile(`${dir}/${names[bundle]}`, JSON.stringify(table));
    }
    files[locale] = names;
  }
  return files;
}
