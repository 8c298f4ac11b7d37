import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { linkApp, splitApp } from './app-scripts.mjs';
import { bundleBoot, fullManifest } from './boot.mjs';
import { compress, digest } from './files.mjs';
import { page } from './html.mjs';
import { landingScreens, makeLandings, writeLandings } from './landings.mjs';
import { localeNames, messagesElsewhere, messagesOf, readMessages } from './locales.mjs';
import { browserOptions, engines } from './options.mjs';
import { setAside } from './release.mjs';
import { readScreens } from './screens.mjs';
import { bundleSheet, minifySheet } from './sheets.mjs';

/** @import { Library } from './options.mjs' */
/** @import { Sheet } from './plugins/extract-css.mjs' */
/** @import { Landing } from './landings.mjs' */
/** @typedef {Record<string, Record<string, string>>} MessageFiles By language and bundle. */

/** The first screen of nearly all members. */
const home = 'pages/tabbar/index';
/** Screens whose rules of style the page contains: those with which nearly everybody begins. */
const inPage = [home, 'pages/login/login'];
/** Screens whose title the skeleton of the page shows. */
const titled = [...inPage, 'pages/login/register'];

/**
 * Scripts and messages in the form that the gateway and the size table use.
 * @typedef {Awaited<ReturnType<typeof buildApp>>} BuiltApp
 */

/**
 * Builds the full page: scripts split by route, each with its rules of style, messages by language and feature, the HTML.
 * @param {{ dev?: boolean, release?: boolean, library?: Library, out?: string }} [how] `release`: compressed as small as possible
 */
export async function buildApp({ dev = false, release = false, library = 'preact', out = 'dist/app' } = {}) {
  const dir = `${out}/a`;
  const keep = await setAside(out, 'a');
  await mkdir(dir, { recursive: true });
  await cp('public', out, { recursive: true });
  await writeOld(out);

  /** @type {Sheet} */
  const sheet = new Map();
  const options = browserOptions({ library, dev, sheet });
  const screens = await readScreens(options, true);
  const opened = landingScreens(screens);
  /** @param {typeof opened} some */
  const sourcesOf = (some) => some.map(({ source }) => source);
  const scripts = await (library === 'react' ? splitApp : linkApp)(options, dir, {
    landings: sourcesOf(opened),
    inPage: sourcesOf(opened.filter(({ path }) => inPage.includes(path))),
    sheet,
  });
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

  const sheetOf = await bundleSheet('src/ui/global.css');

  const bundles = (await readdir('i18n/en')).map((file) => file.slice(0, -'.json'.length));
  const tables = readMessages(bundles.filter((bundle) => !messagesElsewhere.includes(bundle)));
  const messages = await writeTables(dir, tables);
  const landings = await makeLandings(opened, scripts.landings, {
    sheet,
    before: scripts.style,
    messages: tables,
  });
  const { hash, files: landingFiles } = await writeLandings(dir, landings, localeNames);
  const made = {
    own: lazy.map(fileWith),
    client,
    early: [wechat],
    rest: deferred,
    screens: screens.map((screen) => ({ ...screen, files: filesOf(screen.source) })),
    messages,
  };
  const manifest = fullManifest(made);
  const full = `${digest(manifest)}.json`;
  await writeFile(`${dir}/${full}`, manifest);
  const wide = await writeSheet(dir, await bundleSheet('src/shell/wide/wide.css'));
  const boot = await bundleBoot({ ...engines, minify: !dev }, made, {
    full,
    wide,
    landings: { hash, screens: opened },
    titles: titlesOf(landings.filter(({ screen }) => titled.includes(screen.path))),
  });
  const skeleton = await readFile('src/shell/start/skeleton.css', 'utf8');
  const style = await minifySheet(`${skeleton}\n${sheetOf}\n${scripts.style}`);
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
  if (library === 'preact') await compress(out, { release }); // the React build is for the journeys only
  await keep();
  return {
    dir,
    html,
    main,
    kits,
    client,
    deferred,
    rules,
    full,
    screens: made.screens,
    messages,
    landingFiles,
  };
}

/**
 * Their titles, by language and name.
 * @param {Landing[]} landings
 */
const titlesOf = (landings) =>
  Object.fromEntries(
    localeNames.map((locale) => [
      locale,
      Object.fromEntries(landings.map(({ name, titles }) => [name, titles[locale] ?? ''])),
    ]),
  );

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
