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

/**
 * Cold visits of each screen and of its floor, in turns. Returns a table in Markdown.
 * @param {Bench} bench
 * @param {{ rounds: number, network: NetworkName }} how
 */
export async function benchLandings(bench, { rounds, network }) {
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
  /** @type {Map<string, { floor: Times[], app: Times[] }>} */
  const runs = new Map(screens.map(({ path }) => [path, { floor: [], app: [] }]));
  for (let round = 0; round < rounds; round++)
    for (const [path, all] of runs)
      for (const which of turns(round)) {
        const address = which === 'app' ? bench.url + landingAddress(path) : floorOf(bench.url, path);
        const cold = await bench.open();
        all[which].push(await bench.visit(cold, network, { address, usable: usable(path) }));
        await cold.close();
      }
  return table(runs);
}

/** The order of a round: the first of one is the second of the next. @param {number} round @returns {('floor' | 'app')[]} */
const turns = (round) => (round % 2 ? ['app', 'floor'] : ['floor', 'app']);
/** @param {string} url @param {string} path */
const floorOf = (url, path) => `${url}/floor-${path.replace(/\//g, '-')}`;

/** @param {Map<string, { floor: Times[], app: Times[] }>} runs */
function table(runs) {
  const rows = [...runs].map(([path, { floor, app }]) => {
    const of = (/** @type {Times[]} */ all, /** @type {keyof Times} */ name) =>
      median(all.map((one) => one[name]));
    const [least, ours] = [of(floor, 'usable'), of(app, 'usable')];
    const cells = [
      of(floor, 'paint').toFixed(0),
      least.toFixed(0),
      of(app, 'paint').toFixed(0),
      ours.toFixed(0),
      (ours / least).toFixed(2),
      of(app, 'requests'),
      (of(app, 'bytes') / 1024).toFixed(1),
      (of(floor, 'bytes') / 1024).toFixed(1),
    ];
    return `| ${path} | ${cells.join(' | ')} |`;
  });
  return [
    '| landed on, cold | floor: first paint | floor: usable | first paint | usable | ÷ floor | requests | KB | floor: KB |',
    `|---|${'--:|'.repeat(8)}`,
    ...rows,
  ].join('\n');
}
