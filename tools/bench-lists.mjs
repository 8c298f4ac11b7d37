/** @import { BrowserContext, CDPSession, Route } from '@playwright/test' */

// Ten thousand rows of the log and of the feed, as the app shows them. The answers are made up here and not by a gateway:
// what is measured is the phone.

const total = 10_000;
const aPage = 20;
/** Rows that come at a time on the way to the end, which nobody times. */
const bulk = 490;

const row = {
  log: (/** @type {number} */ at) => ({
    id: `r${at}`,
    account: 'mei.cooks',
    nickname: 'Mei cooks at night',
    amount: 20 + (at % 90),
    time: new Date(Date.now() - at * 60_000).toISOString(),
    liveRoomName: `Night Market Live ${at}`,
    streamerAccount: 'nightmarket',
    state: at % 9 ? 1 : 0,
  }),
  feed: (/** @type {number} */ at) => ({
    id: `p${at}`,
    author: { id: `m${at % 50}`, nickname: `Member ${at % 50}`, teamLeader: at % 50 === 0 },
    text: `Post ${at}. ${'Lights, phones and rooms. '.repeat(1 + (at % 6))}`,
    pictures: [],
    time: new Date(Date.now() - at * 60_000).toISOString(),
    collected: false,
    collects: at % 20,
    mine: false,
  }),
};

const lists = {
  log: {
    screen: 'pages/tabbar/order',
    call: 'liveRoomBoxLog/list',
    more: { total: 1, grabbed: 1, missed: 0 },
  },
  feed: { screen: 'pages/tabbar/dynamic', call: 'txCircle/list', more: {} },
};

/**
 * Where the page that begins at `from` ends: small at the beginning and at the end, large between.
 * @param {number} from
 */
const endOf = (from) =>
  Math.min(total, from === 0 || from >= total - 200 ? from + aPage : Math.min(from + bulk, total - 200));

/**
 * Answers a page's list calls.
 * @param {{ call: string, more: object }} list
 * @param {(at: number) => object} make
 */
function answer({ call, more }, make) {
  return {
    url: `**/api/${call}`,
    reply: (/** @type {Route} */ route) => {
      const from = Number(JSON.parse(route.request().postData() ?? '').body.data.from ?? 0);
      const end = endOf(from);
      const items = Array.from({ length: end - from }, (_, at) => make(from + at));
      const body = { items, ...(end < total && { next: String(end) }), ...more };
      return route.fulfill({ json: { header: { res_code: '1', message: '' }, body } });
    },
  };
}

const heapOf = async (/** @type {CDPSession} */ client) => {
  await client.send('HeapProfiler.collectGarbage');
  const { metrics } = await client.send('Performance.getMetrics');
  const used = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
  return { heap: used / 2 ** 20 };
};

/**
 * @param {BrowserContext} context
 * @param {keyof typeof lists} name
 * @param {number} cpu how many times slower than this machine
 */
async function benchList(context, name, cpu) {
  const list = lists[name];
  const page = await context.newPage();
  const { url, reply } = answer(list, row[name]);
  await page.route(url, reply);
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  await page.goto('/');
  await page.locator('[data-screen="pages/tabbar/index"] li').first().waitFor();
  const before = await heapOf(client);
  await client.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  const first = await page.evaluate(async (screen) => {
    const began = performance.now();
    location.hash = `/${screen}`;
    const there = () => document.querySelector(`[data-screen="${screen}"] li[data-block]`);
    while (!there()) await new Promise(requestAnimationFrame);
    return performance.now() - began;
  }, list.screen);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  // to the end, as far as the long pages go
  const bottom = () => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const count = () =>
    page.evaluate(
      (screen) =>
        Math.max(
          ...[...document.querySelectorAll(`[data-screen="${screen}"] li[aria-posinset]`)].map((one) =>
            Number(one.getAttribute('aria-posinset')),
          ),
          0,
        ),
      list.screen,
    );
  for (let tries = 0; (await count()) < total - 200 && tries < 400; tries++) {
    await bottom();
    await page.waitForTimeout(150);
  }
  await client.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  const appended = await page.evaluate(async (screen) => {
    /** @type {PerformanceEntry[]} */
    const long = [];
    new PerformanceObserver((seen) => long.push(...seen.getEntries())).observe({ entryTypes: ['longtask'] });
    const last = () =>
      Math.max(
        ...[...document.querySelectorAll(`[data-screen="${screen}"] li[aria-posinset]`)].map((one) =>
          Number(one.getAttribute('aria-posinset')),
        ),
      );
    const times = [];
    for (let turn = 0; turn < 5; turn++) {
      const from = last();
      const began = performance.now();
      scrollTo(0, document.documentElement.scrollHeight);
      while (last() === from && performance.now() - began < 20_000) await new Promise(requestAnimationFrame);
      times.push(performance.now() - began);
    }
    return { times, blocked: long.reduce((sum, { duration }) => sum + duration, 0) / times.length };
  }, list.screen);
  // a finger's flick upwards: 1,200 px a second for five seconds
  const frames = await page.evaluate(async () => {
    /** @type {number[]} */
    const all = [];
    let then = performance.now();
    for (const end = then + 5000; then < end; ) {
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      all.push(now - then);
      scrollBy(0, (-1200 * (now - then)) / 1000);
      then = now;
    }
    all.sort((a, b) => a - b);
    return {
      middle: all[Math.floor(all.length / 2)] ?? 0,
      late: all.filter((one) => one > 25).length,
      count: all.length,
      worst: all[all.length - 1] ?? 0,
    };
  });
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const elements = await page.evaluate(
    (screen) => document.querySelectorAll(`[data-screen="${screen}"] *`).length,
    list.screen,
  );
  const after = await heapOf(client);
  const rows = await count();
  await page.close();
  const append = [...appended.times].sort((a, b) => a - b)[2] ?? 0;
  return {
    first,
    append,
    blocked: appended.blocked,
    ...frames,
    elements,
    rows,
    heap: after.heap,
    grown: after.heap - before.heap,
  };
}

/**
 * Both lists, in words.
 * @param {() => Promise<BrowserContext>} open a browser context that is signed in
 * @param {number} cpu
 */
export async function benchLists(open, cpu) {
  const lines = [`\n${total} rows, CPU ÷ ${cpu}; milliseconds, elements, MB`];
  for (const name of /** @type {(keyof typeof lists)[]} */ (Object.keys(lists))) {
    const context = await open();
    const one = await benchList(context, name, cpu);
    await context.close();
    lines.push(
      `${name.padEnd(8)} first row ${one.first.toFixed(0)} · append ${one.append.toFixed(0)} (main thread ${one.blocked.toFixed(0)}) · frame ${one.middle.toFixed(1)}, ${one.late} of ${one.count} late, worst ${one.worst.toFixed(0)} · ${one.elements} elements for ${one.rows} rows · heap ${one.heap.toFixed(1)}, ${one.grown.toFixed(1)} more than before`,
    );
  }
  return lines.join('\n');
}

// alone: node tools/bench-lists.mjs, on what is built
if (process.argv[1] === import.meta.filename) {
  const { chromium } = await import('@playwright/test');
  const { launchOptions, phone } = await import('./chromium.mjs');
  const { startGateway } = await import('./gateway.mjs');
  const { members, signIn } = await import('./visit.mjs');
  const gateway = await startGateway();
  const browser = await chromium.launch(launchOptions());
  const about = {
    ...phone,
    baseURL: gateway.url,
    locale: 'en-US',
    serviceWorkers: /** @type {const} */ ('block'),
  };
  try {
    const state = await signIn(await browser.newContext(about), members.demo);
    console.log(await benchLists(() => browser.newContext({ ...about, storageState: state }), 6));
  } finally {
    await browser.close();
    await gateway.stop();
  }
}
