import { median } from '../load/figures.mjs';

/** @import { Page } from '@playwright/test' */
/** @import { Bench, NetworkName, Times } from './open-bench.mjs' */
/**
 * A view: where it is, and the expression that is true once it is usable. `by`: the bench that visits it, if it is of another build.
 * @typedef {{ path: string, who: 'demo' | 'nobody', usable: string, fresh?: string, by?: Bench }} View
 */

/** True once a device can be tapped. */
export const devicesUsable = '!!document.querySelector(\'a[href*="equList?serial"]\')';
/** Of the embed, or of the page that was written by hand. */
const balance =
  "/¥\\d/.test((document.querySelector('cloudphone-wallet')?.shadowRoot ?? document.querySelector('dl'))?.textContent ?? '')";
/** @type {Record<string, View>} */
export const views = {
  floor: { path: '/floor.html', who: 'demo', usable: devicesUsable },
  'device list': {
    path: '/',
    who: 'demo',
    usable: devicesUsable,
    fresh: `${devicesUsable} && !document.querySelector('[data-seen], [data-screen][aria-busy=true]')`,
  },
  'sign-in screen': {
    path: '/',
    who: 'nobody',
    usable: '!!document.querySelector(\'[data-screen="pages/login/login"] [name=account]\')',
  },
};

/** The device list of a shop app with a library of components (`peers.mjs`). @type {Record<string, View>} */
export const peers = {
  'antd-mobile on React': { path: '/peer-react.html', who: 'demo', usable: devicesUsable },
  'antd-mobile on preact': { path: '/peer-preact.html', who: 'demo', usable: devicesUsable },
};

/** The screens of an earlier build. @param {Bench} by @returns {Record<string, View>} */
export const viewsBefore = (by) =>
  Object.fromEntries(
    Object.entries(views)
      .filter(([name]) => name !== 'floor')
      .map(([name, view]) => [`${name} before`, { ...view, by }]),
  );

/** @type {(all: Times[]) => Times} */
const medians = (all) => {
  const [first] = all;
  const names = /** @type {(keyof Times)[]} */ (Object.keys(first ?? {}));
  return /** @type {Times} */ (
    Object.fromEntries(names.map((name) => [name, median(all.map((one) => one[name]))]))
  );
};

/**
 * Cold and warm visits of every view, with interleaved rounds. Returns rows of Markdown.
 * @param {Bench} bench
 * @param {{ rounds: number, network: NetworkName, of: Record<string, View> }} how
 */
export async function benchViews(bench, { rounds, network, of }) {
  /** @type {Record<string, Times[]>} */
  const runs = {};
  for (let round = 0; round < rounds; round++)
    for (const [name, { path, who, usable, fresh, by = bench }] of Object.entries(of)) {
      const context = await by.open(who);
      for (const how of ['cold', 'warm'])
        (runs[`${name}, ${how}`] ??= []).push(
          await by.visit(context, network, { address: by.url + path, usable, fresh }),
        );
      await context.close();
    }
  return rowsBesideFloor(runs, 'floor', network);
}

/** @type {(runs: Record<string, Times[]>, floor: string, network: NetworkName) => string[]} */
function rowsBesideFloor(runs, floor, network) {
  const [cold, warm] = ['cold', 'warm'].map((how) => medians(runs[`${floor}, ${how}`] ?? []));
  return Object.entries(runs).map(([name, all]) =>
    row(`${network}: ${name}`, medians(all), cold, name.endsWith('warm') ? warm : cold),
  );
}

/**
 * The wallet in a partner's page, in the page itself and in a frame, and one that was written by hand, until the balance is visible.
 * The rounds are interleaved, and the order changes from round to round.
 * @param {Bench} bench
 * @param {{ rounds: number, network: NetworkName }} how
 */
export async function benchEmbeds(bench, { rounds, network }) {
  /** @type {Record<string, string>} */
  const pages = { 'wallet by hand': 'floor', 'wallet, shadow': 'shadow', 'wallet, iframe': 'iframe' };
  /** @type {Record<string, Times[]>} */
  const runs = {};
  for (const name of Object.keys(pages)) for (const how of ['cold', 'warm']) runs[`${name}, ${how}`] = [];
  for (let round = 0; round < rounds; round++)
    for (const [name, page] of round % 2 ? Object.entries(pages).reverse() : Object.entries(pages)) {
      const context = await bench.open('nobody');
      await signInShop(await context.newPage(), bench.shop);
      for (const how of ['cold', 'warm'])
        runs[`${name}, ${how}`]?.push(
          await bench.visit(context, network, { address: `${bench.shop}/bench-${page}`, usable: balance }),
        );
      await context.close();
    }
  return rowsBesideFloor(runs, 'wallet by hand', network);
}

/** @type {(page: Page, shop: string) => Promise<void>} */
async function signInShop(page, shop) {
  await page.goto(`${shop}/favicon.ico`).catch(() => {});
  await page.goto(`${shop}/nothing`);
  await page.evaluate(() =>
    fetch('/sign-in', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ who: 'demo' }),
    }),
  );
  await page.close();
}

const heads = [
  'first paint',
  'usable',
  'newest',
  '÷ floor',
  '÷ floor cold',
  'requests',
  'KB',
  'elements',
  'layout shift',
];
/** @type {(name: string, times: Times, cold?: Times, same?: Times) => string} */
function row(name, { paint, usable, fresh, requests, bytes, elements, shift }, cold, same) {
  const ratio = (/** @type {Times | undefined} */ to) => (to ? (usable / to.usable).toFixed(2) : '');
  const cells = [
    paint.toFixed(0),
    usable.toFixed(0),
    fresh.toFixed(0),
    ratio(same),
    ratio(cold),
    requests,
    (bytes / 1024).toFixed(1),
    elements,
    shift.toFixed(3).replace(/^0(?=\.)/, ''),
  ];
  return `| ${name} | ${cells.join(' | ')} |`;
}

/** @type {(rows: string[]) => string} */
export const table = (rows) =>
  [`| | ${heads.join(' | ')} |`, `|---|${heads.map(() => '--:').join('|')}|`, ...rows].join('\n');

/**
 * Median of the milliseconds from a tap on a visited tab to the frame that shows it.
 * @param {Bench} bench
 * @param {number} rounds
 */
export async function revisit(bench, rounds) {
  const context = await bench.open();
  const page = await context.newPage();
  await page.goto('/');
  await page.locator('a[href*="equList?serial"]').first().waitFor();
  const path = { devices: 'pages/tabbar/index', mine: 'pages/tabbar/mine' };
  await page.locator(`nav a[href="#/${path.mine}"]`).click();
  await page.locator(`[data-screen="${path.mine}"]:visible`).waitFor();
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: bench.cpu });
  const times = [];
  for (let round = 0; round < rounds; round++) {
    for (const to of [path.devices, path.mine]) {
      times.push(
        await page.evaluate(
          (path) =>
            new Promise((/** @type {(ms: number) => void} */ settle) => {
              const began = performance.now();
              /** @type {HTMLElement | null} */ (document.querySelector(`nav a[href="#/${path}"]`))?.click();
              const look = () => {
                /** @type {HTMLElement | null} */
                const screen = document.querySelector(`[data-screen="${path}"]`);
                if (screen?.offsetParent) setTimeout(() => settle(performance.now() - began));
                else requestAnimationFrame(look);
              };
              requestAnimationFrame(look);
            }),
          to,
        ),
      );
      await page.waitForTimeout(500);
    }
  }
  await context.close();
  return median(times);
}
