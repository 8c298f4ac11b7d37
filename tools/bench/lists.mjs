import { floorOf } from './list-floor-page.mjs';

/** @import { BrowserContext, CDPSession, Page, Route } from '@playwright/test' */

// Ten thousand rows of the log and of the feed, as the app shows them and as the floor does. The answers are made up here and
// not by a gateway: what is measured is the phone.

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

/** Where appends are timed, from so many rows on. */
const stops = [1000, total - 200];

/**
 * Where the page that begins at `from` ends: small at the beginning and where appends are timed, large between.
 * @param {number} from
 */
const endOf = (from) => {
  const small = from === 0 || stops.some((stop) => from >= stop && from < stop + 200);
  const stop = stops.find((one) => one > from) ?? total;
  return small ? Math.min(total, from + aPage) : Math.min(from + bulk, stop);
};

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

/** @param {CDPSession} client */
async function heapOf(client) {
  await client.send('HeapProfiler.collectGarbage');
  const { metrics } = await client.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 2 ** 20;
}

/** @typedef {Record<'first' | 'append1000' | 'append10000' | 'elements' | 'heapBefore' | 'heapAfter', number> & { frames: number[], empty: number }} Seen */

/** Px a second and milliseconds of the flicks: up from the end, and down and up again from the middle. */
const flicks = [
  { from: 1, speed: -1200, lasts: 5000 },
  { from: 0.5, speed: 2400, lasts: 4000 },
  { from: 0.5, speed: -2400, lasts: 4000 },
];

/**
 * In the page: scrolls as a finger does and counts frames, by the times that the engine gives them: one that was not ready is left out and
 * the next is a whole frame later. Before each step it asks what is under a point that rows come in over: the frame that was
 * painted showed that.
 * @param {{ screen: string, from: number, speed: number, lasts: number }} how
 */
const flick = ({ screen, from, speed, lasts }) => {
  scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * from);
  return new Promise((/** @type {(seen: { frames: number[], empty: number }) => void} */ settle) => {
    /** @type {number[]} */
    const frames = [];
    let empty = 0;
    let then = 0;
    let left = lasts;
    const step = (/** @type {number} */ now) => {
      const under = document.elementFromPoint(innerWidth / 2, speed < 0 ? 120 : innerHeight - 120);
      const row = under?.closest(`[data-screen="${screen}"] li[aria-posinset]`);
      if (!row && !under?.querySelector('li[aria-posinset]')) empty++;
      frames.push(now - then);
      scrollBy(0, (speed * (now - then)) / 1000);
      left -= now - then;
      then = now;
      if (left > 0) requestAnimationFrame(step);
      else settle({ frames, empty });
    };
    // what the jump brought is there, and a second of quiet
    setTimeout(() => {
      requestAnimationFrame((now) => {
        then = now;
        requestAnimationFrame(step);
      });
    }, 1000);
  });
};

/**
 * In the page: five times to the end, and each time until the next rows are there.
 * @param {string} screen
 */
const appendFive = async (screen) => {
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
    await new Promise((rest) => setTimeout(rest, 500));
  }
  return times.sort((a, b) => a - b)[2] ?? 0;
};

/**
 * One visit of a list.
 * @param {Page} page where the list is one step away
 * @param {{ screen: string }} list
 * @param {number} cpu how many times slower than this machine
 * @param {() => Promise<void>} [shown] told when the first rows are there
 * @returns {Promise<Seen>}
 */
async function visit(page, { screen }, cpu, shown) {
  const client = await page.context().newCDPSession(page);
  const slow = (/** @type {number} */ rate) => client.send('Emulation.setCPUThrottlingRate', { rate });
  await client.send('Performance.enable');
  await slow(cpu);
  const first = await page.evaluate(async (screen) => {
    const began = performance.now();
    const begin = Reflect.get(window, 'begin');
    if (begin) begin();
    else location.hash = `/${screen}`;
    const there = () => document.querySelector(`[data-screen="${screen}"] ul[role=list] > li`);
    while (!there()) await new Promise(requestAnimationFrame);
    return performance.now() - began;
  }, screen);
  await slow(1);
  await page.waitForTimeout(500);
  await shown?.();
  const heapBefore = await heapOf(client);
  const count = () =>
    page.evaluate(
      (screen) =>
        Math.max(
          ...[...document.querySelectorAll(`[data-screen="${screen}"] li[aria-posinset]`)].map((one) =>
            Number(one.getAttribute('aria-posinset')),
          ),
          0,
        ),
      screen,
    );
  const appended = [];
  for (const stop of stops) {
    for (let tries = 0; (await count()) < stop && tries < 400; tries++) {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await page.waitForTimeout(100);
    }
    await slow(cpu);
    appended.push(await page.evaluate(appendFive, screen));
    await slow(1);
  }
  const all = { frames: /** @type {number[]} */ ([]), empty: 0 };
  for (const how of flicks) {
    await slow(cpu);
    const { frames, empty } = await page.evaluate(flick, { screen, ...how });
    await slow(1);
    all.frames.push(...frames);
    all.empty += empty;
  }
  const elements = await page.evaluate(
    (screen) => document.querySelectorAll(`[data-screen="${screen}"] *`).length,
    screen,
  );
  const heapAfter = await heapOf(client);
  const [append1000 = 0, append10000 = 0] = appended;
  return { first, append1000, append10000, ...all, elements, heapBefore, heapAfter };
}

/** Ms between frames from which on one was late: 60 come in a second. */
const late = 25;

/** @param {number[]} numbers */
const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
/** @param {number[]} numbers */
const middle = (numbers) => sorted(numbers)[Math.floor(numbers.length / 2)] ?? 0;

/** @type {(frames: number[]) => string[]} */
const countFrames = (frames) => [
  `${frames.filter((one) => one > late).length} of ${frames.length}`,
  sorted(frames)[frames.length - 1]?.toFixed(0) ?? '',
  sorted(frames)[Math.floor(frames.length * 0.95)]?.toFixed(1) ?? '',
];

const heads = [
  'first row',
  'append at 1,000',
  'append at 10,000',
  'frames late of all',
  'worst',
  '95th percentile',
  'frames without rows',
  'elements',
  'MB at the start',
  'MB at the end',
];

/**
 * Both lists, and the floor of each: rows of Markdown. Rounds are interleaved.
 * @param {() => Promise<BrowserContext>} open a browser context that is signed in
 * @param {number} cpu
 * @param {number} rounds
 */
export async function benchLists(open, cpu, rounds) {
  /** @type {Record<string, Seen[]>} */
  const runs = {};
  for (let round = 0; round < rounds; round++)
    for (const name of /** @type {(keyof typeof lists)[]} */ (Object.keys(lists))) {
      const list = lists[name];
      const { url, reply } = answer(list, row[name]);
      let floor = '';
      const note = (/** @type {string} */ what, /** @type {Seen} */ seen) => {
        (runs[what] ??= []).push(seen);
        console.log(`  ${what}: ${countFrames(seen.frames).join(', ')} · ${seen.empty} without rows`);
      };
      for (const what of [name, `floor of the ${name}`]) {
        const context = await open();
        const page = await context.newPage();
        await page.route(url, reply);
        if (what === name) {
          await page.goto('/');
          await page.locator('[data-screen="pages/tabbar/index"] li').first().waitFor();
          note(
            what,
            await visit(page, list, cpu, async () => void (floor = await floorOf(page, name, list))),
          );
        } else {
          await page.route('**/list-floor', (route) =>
            route.fulfill({ contentType: 'text/html', body: floor }),
          );
          await page.goto('/list-floor');
          note(what, await visit(page, list, cpu));
        }
        await context.close();
      }
    }
  const lines = Object.entries(runs).map(([what, all]) => {
    const of = (/** @type {Exclude<keyof Seen, 'frames'>} */ name) => middle(all.map((one) => one[name]));
    const cells = [
      of('first').toFixed(0),
      of('append1000').toFixed(0),
      of('append10000').toFixed(0),
      ...countFrames(all.flatMap(({ frames }) => frames)),
      all.reduce((sum, { empty }) => sum + empty, 0),
      of('elements'),
      of('heapBefore').toFixed(1),
      of('heapAfter').toFixed(1),
    ];
    return `| ${what} | ${cells.join(' | ')} |`;
  });
  return [`| | ${heads.join(' | ')} |`, `|---|${heads.map(() => '--:').join('|')}|`, ...lines].join('\n');
}

// alone: node tools/bench/lists.mjs, on what is built
if (process.argv[1] === import.meta.filename) {
  const { chromium } = await import('@playwright/test');
  const { launchOptions, phone } = await import('../programs/chromium.mjs');
  const { startGateway } = await import('../programs/gateway.mjs');
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
    console.log(await benchLists(() => browser.newContext({ ...about, storageState: state }), 6, 1));
  } finally {
    await browser.close();
    await gateway.stop();
  }
}
