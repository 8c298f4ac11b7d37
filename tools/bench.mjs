import { chromium } from '@playwright/test';
import { benchLists } from './bench-lists.mjs';
import { benchShop } from './bench-shop.mjs';
import { buildApp } from './build/app.mjs';
import { buildServer } from './build/server.mjs';
import { launchOptions, phone } from './chromium.mjs';
import { startGateway } from './gateway.mjs';
import { members, signIn } from './visit.mjs';

/** @import { BrowserContext, BrowserContextOptions, Page } from '@playwright/test' */
/** @typedef {{ paint: number, usable: number, bytes: number }} Times */

// npm run bench: how long a member waits, on a slow phone and a slow network. It says what it measured and judges nothing:
// a machine that does something else meanwhile is slower. What can be compared are the ratios within one run.

const rounds = 5;
/** Lighthouse's slow 4G; bytes a second. */
const network = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const cpu = 6;

/** What makes a screen usable: something to type into, or something to look at. */
const screens = {
  'sign-in screen': { who: 'nobody', usable: '[data-screen="pages/login/login"] [name=account]' },
  'device list': { who: 'demo', usable: '[data-screen="pages/tabbar/index"] li' },
};

/**
 * In the page, before anything of ours: notes when `usable` is there, and has been painted.
 * @param {{ usable: string, preload: boolean }} what
 */
function watch({ usable, preload }) {
  new MutationObserver((_, observer) => {
    if (!document.querySelector(usable)) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => Object.assign(window, { usableAt: performance.now() })));
  }).observe(document, { childList: true, subtree: true });
  if (preload) return;
  // What an inline script fetches is refused, and asked for again when the app is there. Not by page.route: that would
  // turn the HTTP cache off and answer faster than the network is.
  const { fetch } = window;
  window.fetch = (...asked) =>
    document.currentScript ? Promise.reject(new Error('not now')) : fetch(...asked);
}

/** @param {Page} page */
async function slowDown(page) {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', network);
  await client.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  let bytes = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => bytes;
}

/**
 * Opens the app once; answers milliseconds from the navigation, and bytes on the wire.
 * @param {BrowserContext} context
 * @param {{ usable: string, preload?: boolean }} what
 * @returns {Promise<Times>}
 */
async function load(context, { usable, preload = true }) {
  const page = await context.newPage();
  const bytes = await slowDown(page);
  await page.addInitScript(watch, { usable, preload });
  await page.goto('/', { waitUntil: 'commit' });
  const usableAt = () => Number(Reflect.get(window, 'usableAt') ?? 0);
  await page.waitForFunction(usableAt, undefined, { timeout: 60_000 });
  const paint = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
  await page.waitForFunction(paint); // told a little after it happened
  const times = { paint: (await page.evaluate(paint)) ?? 0, usable: await page.evaluate(usableAt) };
  await page.waitForLoadState('networkidle');
  await page.close();
  return { ...times, bytes: bytes() };
}

/** @param {number[]} numbers */
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
/**
 * @param {Times[]} all
 * @returns {Times}
 */
const medians = (all) => ({
  paint: median(all.map(({ paint }) => paint)),
  usable: median(all.map(({ usable }) => usable)),
  bytes: median(all.map(({ bytes }) => bytes)),
});

/**
 * Milliseconds from a tap on a tab that was visited to the frame that shows it.
 * @param {BrowserContext} context
 */
async function revisit(context) {
  const page = await context.newPage();
  await page.goto('/');
  await page.locator(screens['device list'].usable).first().waitFor();
  /** @param {string} path */
  const to = (path) => page.locator(`nav a[href="#/${path}"]`);
  /** @param {string} path */
  const shown = (path) => page.locator(`[data-screen="${path}"]:visible`).waitFor();
  const devices = 'pages/tabbar/index';
  const mine = 'pages/tabbar/mine';
  await to(mine).click();
  await shown(mine);
  await slowDown(page);
  const times = [];
  for (let round = 0; round < rounds; round++) {
    for (const path of [devices, mine]) {
      times.push(
        await page.evaluate(
          (/** @type {string} */ path) =>
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
          path,
        ),
      );
      await page.waitForLoadState('networkidle');
    }
  }
  await page.close();
  return median(times);
}

const folder = 'dist/bench';
await buildApp({ out: `${folder}/app` });
await buildServer(`${folder}/server`);
const gateway = await startGateway({ program: `${folder}/server/main.mjs` });
const browser = await chromium.launch(launchOptions());
// The service worker only keeps the page for when there is no connection, and what it fetches cannot be slowed down.
/** @type {BrowserContextOptions} */
const about = { ...phone, baseURL: gateway.url, locale: 'en-US', serviceWorkers: 'block' };
/** @param {BrowserContextOptions['storageState']} [storageState] */
const open = (storageState) => browser.newContext({ ...about, ...(storageState && { storageState }) });
try {
  /** @type {Record<string, Awaited<ReturnType<typeof signIn>>>} */
  const states = { demo: await signIn(await open(), members.demo) };
  /** @type {[string, ...number[]][]} */
  const rows = [];
  for (const [name, { who, usable }] of Object.entries(screens)) {
    /** @type {Record<string, Times[]>} */
    const runs = { cold: [], 'cold, no preload': [], warm: [], 'warm, no preload': [] };
    for (let round = 0; round < rounds; round++) {
      for (const preload of [true, false]) {
        const context = await open(states[who]);
        const how = preload ? '' : ', no preload';
        runs[`cold${how}`]?.push(await load(context, { usable, preload }));
        runs[`warm${how}`]?.push(await load(context, { usable, preload }));
        await context.close();
      }
    }
    const cold = medians(runs.cold ?? []);
    for (const [how, all] of Object.entries(runs)) {
      const { paint, usable, bytes } = medians(all);
      rows.push([`${name}, ${how}`, paint, usable, usable / cold.usable, bytes / 1024]);
    }
  }
  const tab = await revisit(await open(states.demo));

  const columns = ['first paint', 'usable', '÷ cold', 'KB'];
  const digits = [0, 0, 2, 1];
  console.log(`\nSlow 4G, CPU ÷ ${cpu}, median of ${rounds}; milliseconds\n`);
  console.log(' '.repeat(36) + columns.map((one) => one.padStart(12)).join(''));
  for (const [name, ...numbers] of rows) {
    console.log(name.padEnd(36) + numbers.map((one, at) => one.toFixed(digits[at]).padStart(12)).join(''));
  }
  const lists = await benchLists(() => open(states.demo), cpu);
  console.log(`${'a tab that was visited'.padEnd(36)}${tab.toFixed(0).padStart(24)}`);
  console.log(lists);
  const shop = await benchShop(browser, `${folder}/server/main.mjs`, cpu);
  for (const [name, ms] of Object.entries(shop)) console.log(`${name.padEnd(36)}${String(ms).padStart(24)}`);
} finally {
  await browser.close();
  await gateway.stop();
}
