import { browserOptions } from '../build/options.mjs';
import { readScreens } from '../build/screens.mjs';
import { median } from '../load/figures.mjs';
import { bundleFloorScript } from './floor-page.mjs';
import { firstCalls, landingAddress } from './landing-addresses.mjs';
import { benchSecret } from './open-bench.mjs';
import { arrive } from './visit.mjs';

/** @import { Page } from '@playwright/test' */
/** @import { Bench, NetworkName, Times } from './open-bench.mjs' */

// Screens that members open from outside, each beside a floor that is made from the screen itself: one HTML file with its elements and the
// rules of style that they use, which sends the same calls with the stored session and shows the elements when the answers are there.

const script = `
const calls = JSON.parse(document.querySelector('meta[name=floor]').content);
const answers = Promise.all(calls.map(({ path, input }) => ask(path, input).then((answer) => answer.json())));
addEventListener('DOMContentLoaded', async () => {
  await answers;
  document.body.append(document.querySelector('template').content);
});
`;

/** @param {string} text */
const escaped = (text) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');

/** The elements of the screen that is shown, and the rules of style that they use. @param {Page} page @param {string} path */
const contentOf = (page, path) =>
  page.evaluate((path) => {
    const main = document.querySelector(`[data-screen="${path}"]`);
    /** @param {CSSRule} rule @returns {string} */
    const used = (rule) => {
      if (rule instanceof CSSMediaRule) {
        const within = [...rule.cssRules].map(used).join('');
        return within && `@media ${rule.conditionText}{${within}}`;
      }
      if (!(rule instanceof CSSStyleRule)) return '';
      // A rule for a state or a part of an element belongs to the screen too: `:not(none)` matches every element in its place.
      const anyState = rule.selectorText.replace(
        /::[\w-]+|(?<!\():(hover|active|focus[\w-]*|disabled|checked)/g,
        ':not(none)',
      );
      return document.querySelector(anyState) ? rule.cssText : '';
    };
    const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
    return {
      html: main?.outerHTML ?? '',
      style: sheets.map((sheet) => [...sheet.cssRules].map(used).join('')).join(''),
    };
  }, path);

/** True once a screen has its content. @param {string} path */
export const usable = (path) =>
  `((all) => [...all].some((one) => one.getClientRects().length && one.innerText.length > 40 && one.getAttribute('aria-busy') !== 'true' && !one.querySelector('[aria-busy=true]')))(document.querySelectorAll('[data-screen="${path}"]'))`;

/** The visits of a screen: of its floor, of an earlier build, and of the build that is measured. @typedef {Partial<Record<'floor' | 'before' | 'app', Times[]>>} Visits */

/**
 * Cold visits of each screen and of its floor, in turns. Returns a table in Markdown.
 * @param {Bench} bench
 * @param {{ rounds: number, network: NetworkName, before?: Bench | undefined }} how `before` runs an earlier build, which is visited in turns with them
 */
export async function benchLandings(bench, { rounds, network, before }) {
  const screens = (await readScreens(browserOptions(), true)).filter(({ landed }) => landed?.calls.length);
  const code = await bundleFloorScript(script);
  const context = await bench.open();
  for (const screen of screens) {
    const { path } = screen;
    const page = await context.newPage();
    await page.goto(landingAddress(path));
    await arrive(page, path);
    const { html, style } = await contentOf(page, path);
    const asked = escaped(JSON.stringify(firstCalls(screen)));
    const config = escaped(JSON.stringify({ secret: benchSecret }));
    bench.pages[floorOf(bench.url, path)] =
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Floor</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="cloudphone" content="${config}"><meta name="floor" content="${asked}"><link rel="icon" href="data:,">
<script>${code}</script><style>${style}</style></head><body><template>${html}</template></body></html>`;
    await page.close();
  }
  await context.close();
  /** @type {Map<string, Visits>} */
  const runs = new Map(
    screens.map(({ path }) => [path, { floor: [], ...(before && { before: [] }), app: [] }]),
  );
  for (let round = 0; round < rounds; round++)
    for (const [path, visits] of runs)
      for (const [which, all] of inTurns(Object.entries(visits), round)) {
        const by = (which === 'before' && before) || bench;
        const address = which === 'floor' ? floorOf(bench.url, path) : by.url + landingAddress(path);
        const cold = await by.open();
        all.push(await by.visit(cold, network, { address, usable: usable(path) }));
        await cold.close();
      }
  return table(runs);
}

/** Each in its turn: another one is the first in each round. @template T @param {T[]} all @param {number} round */
const inTurns = (all, round) => all.map((_, at) => /** @type {T} */ (all[(at + round) % all.length]));
/** @param {string} url @param {string} path */
const floorOf = (url, path) => `${url}/floor-${path.replace(/\//g, '-')}`;

/** @param {Map<string, Visits>} runs */
function table(runs) {
  const rows = [...runs].map(([path, { floor = [], before, app = [] }]) => {
    const of = (/** @type {Times[]} */ all, /** @type {keyof Times} */ name) =>
      median(all.map((one) => one[name]));
    const least = of(floor, 'usable');
    /** @param {Times[]} all */
    const cellsOf = (all) => [
      of(all, 'usable').toFixed(0),
      (of(all, 'usable') / least).toFixed(2),
      of(all, 'requests'),
      kilobytes(of(all, 'bytes')),
    ];
    const cells = [
      of(floor, 'paint').toFixed(0),
      least.toFixed(0),
      kilobytes(of(floor, 'bytes')),
      ...(before ? cellsOf(before) : []),
      of(app, 'paint').toFixed(0),
      ...cellsOf(app),
    ];
    return `| ${path} | ${cells.join(' | ')} |`;
  });
  const heads = [
    ...['first paint', 'usable', 'KB'].map((one) => `floor: ${one}`),
    ...([...runs.values()].some(({ before }) => before) ? figures.map((one) => `before: ${one}`) : []),
    'first paint',
    ...figures,
  ];
  return [`| landed on, cold | ${heads.join(' | ')} |`, `|---|${'--:|'.repeat(heads.length)}`, ...rows].join(
    '\n',
  );
}

const figures = ['usable', '÷ floor', 'requests', 'KB'];
/** @param {number} bytes */
const kilobytes = (bytes) => (bytes / 1024).toFixed(1);
