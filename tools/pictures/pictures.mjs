import { mkdir, rm, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { unlinked } from '../bench/unlinked.mjs';
import { addressOf, arrive, keepLinks, lacking, members, signIn, surveyScreens } from '../bench/visit.mjs';
import { buildApp } from '../build/app.mjs';
import { buildEmbeds } from '../build/embeds.mjs';
import { writeInventory } from '../build/inventory.mjs';
import { localeNames, locales } from '../build/locales.mjs';
import { buildServer } from '../build/server.mjs';
import { launchOptions, phone } from '../programs/chromium.mjs';
import { startGateway } from '../programs/gateway.mjs';
import { scenes } from './scenes.mjs';

// npm run pictures             every built screen, in every language and both schemes, as a phone shows it
// npm run pictures -- --languages=vi,zh-Hant  in these only
// npm run pictures -- --large  the text at twice its size
// npm run pictures -- --width=1280  as a tablet or a computer of this width shows it
// npm run pictures -- --whole  down to the end of the page, not to the end of the phone
// npm run pictures -- mine     only those whose name has that in it

/** @import { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test' */
/** @import { Scene } from './scenes.mjs' */
/** @typedef {Record<string, NonNullable<BrowserContextOptions['storageState']>>} States */

/** @param {string} flag */
const has = (flag) => process.argv.includes(flag);
const wanted = process.argv.slice(2).filter((one) => !one.startsWith('--'));
const width = process.argv.flatMap((one) => /^--width=(\d+)$/.exec(one)?.[1] ?? [])[0];
const out = `test-results/pictures${has('--large') ? '-large' : ''}${has('--whole') ? '-whole' : ''}${width ? `-${width}` : ''}`;
const screen = width
  ? { ...phone, viewport: { width: Number(width), height: 800 }, isMobile: false, deviceScaleFactor: 1 }
  : phone;
const schemes = /** @type {const} */ (['light', 'dark']);
const first = 'pages/tabbar/index'; // links to the machines
const chosen = process.argv.flatMap((one) => /^--languages=(.+)$/.exec(one)?.[1]?.split(',') ?? []);
const languages = chosen.length ? chosen : localeNames;
for (const one of languages)
  if (!localeNames.includes(one)) throw new Error(`There is no language ${one}: ${localeNames.join(', ')}`);

/**
 * Takes pictures of the page in both schemes.
 * @param {Page} page
 * @param {string} locale
 * @param {string} name
 */
async function shoot(page, locale, name) {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    const path = `${out}/${locale}-${colorScheme}/${name}.png`;
    await page.screenshot({ path, animations: 'disabled', fullPage: has('--whole') });
  }
}

/**
 * The largest text that WeChat and the phone's own settings allow; boxes stay unchanged.
 * @param {Page} page
 */
const enlarge = (page) =>
  page.evaluate(() => document.documentElement.style.setProperty('-webkit-text-size-adjust', '200%'));

/**
 * All pictures in one language; returns their names, and those that failed.
 * @param {Browser} browser
 * @param {string} baseURL
 * @param {string} locale
 * @param {States} states
 * @param {Awaited<ReturnType<typeof surveyScreens>>} screens
 */
async function photograph(browser, baseURL, locale, states, screens) {
  /** @type {Record<string, BrowserContext>} */
  const contexts = {};
  for (const who of ['nobody', ...Object.keys(members)])
    contexts[who] = await browser.newContext({
      ...screen,
      baseURL,
      locale: locales[locale]?.header.replace('_', '-') ?? locale,
      ...(states[who] && { storageState: states[who] }),
    });
  /** @param {string} who */
  const newPage = (who) => {
    const context = contexts[who];
    if (!context) throw new Error(`Nobody is ${who}`);
    return context.newPage();
  };
  const links = { ...unlinked };
  /** @type {string[]} */
  const names = [];
  /** @type {string[]} */
  const failed = [];
  /** @type {{ name: string, who: string, path: string, said: string }[]} */
  const left = [];
  /** @type {Record<string, Page>} */
  const kept = {}; // a page that goes from screen to screen

  /** @param {Scene} scene */
  async function take({ name, who, path = '', at = path, before, does, after, again }) {
    const page = does ? await newPage(who) : (kept[who] ??= await newPage(who));
    page.setDefaultTimeout(8000);
    try {
      await before?.(page);
      await page.goto(`/#/${does ? at : (links[at] ?? at)}`);
      if (has('--large')) await enlarge(page);
      if (does) await does(page);
      else await arrive(page, path);
      if (path) await keepLinks(page, links);
      const said = path && !again ? await lacking(page) : undefined;
      if (said && path) left.push({ name, who, path, said });
      else {
        await shoot(page, locale, name);
        names.push(name);
      }
    } catch (error) {
      failed.push(
        `${locale} ${name}: ${String(error instanceof Error ? error.message : error).split('\n')[0]}`,
      );
    } finally {
      await after?.(page);
      if (does) await page.close();
    }
  }

  /** @param {{ name: string }} scene */
  const isWanted = ({ name }) => !wanted.length || wanted.some((part) => name.includes(part));
  /** @param {{ path: string, guard: string }} screen */
  const ofScreen = ({ path, guard }) => ({
    name: path.replace(/\W/g, '-'),
    who: guard === 'anyone' ? 'nobody' : 'demo',
    path,
  });
  for (const one of screens.map(ofScreen)) if (isWanted(one) || one.path === first) await take(one);
  for (const { said, ...one } of left)
    await take({ ...one, at: addressOf(one.path, said, links), again: true });
  for (const one of scenes.filter(isWanted)) await take(one);
  return { names, failed };
}

/**
 * One page with all pictures, a row per screen.
 * @param {string[]} names
 */
function sheet(names) {
  const folders = languages.flatMap((locale) => schemes.map((scheme) => `${locale}-${scheme}`));
  const rows = names.map(
    (name) =>
      `<h2>${name}</h2>\n${folders.map((folder) => `<img src="${folder}/${name}.png" alt="${folder}" title="${folder}" loading="lazy">`).join('\n')}`,
  );
  return `<!doctype html>
<meta charset="utf-8">
<title>Cloudphone: ${names.length} screens</title>
<style>
body { margin: 24px; background: #8a9399; font: 14px/1.5 system-ui, sans-serif; }
img { width: 24%; max-width: 360px; margin-right: .5%; border-radius: 12px; vertical-align: top; }
</style>
${rows.join('\n')}
`;
}

const began = Date.now();
const folder = 'dist/pictures'; // not where a running gateway reads its files
await buildApp({ out: `${folder}/app` });
await buildEmbeds({ out: `${folder}/embed` });
await buildServer(`${folder}/server`);
await writeInventory(folder); // a screen shows the licences
const gateway = await startGateway({ program: `${folder}/server/main.mjs` });
const browser = await chromium.launch(launchOptions());
try {
  if (!wanted.length) await rm(out, { recursive: true, force: true });
  /** @type {States} */
  const states = {};
  for (const [who, account] of Object.entries(members)) {
    const context = await browser.newContext({ ...phone, baseURL: gateway.url, locale: 'en-US' });
    states[who] = await signIn(context, account);
    await context.close();
  }
  const screens = await surveyScreens();
  const shot = await Promise.all(
    languages.map((locale) => photograph(browser, gateway.url, locale, states, screens)),
  );
  const names = shot[0]?.names ?? [];
  await mkdir(out, { recursive: true });
  if (!wanted.length) await writeFile(`${out}/index.html`, sheet(names));
  const failed = shot.flatMap((one) => one.failed);
  for (const one of failed) console.log(`could not be shot: ${one}`);
  console.log(
    `${names.length} screens × ${languages.length * schemes.length} in ${out}, ${Math.round((Date.now() - began) / 1000)} s: open ${out}/index.html`,
  );
  if (failed.length) process.exitCode = 1;
} finally {
  await browser.close();
  await gateway.stop();
}
