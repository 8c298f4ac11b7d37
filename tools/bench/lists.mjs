import { floorOf } from './list-floor-page.mjs';
import { visitList } from './list-visit.mjs';

/** @import { BrowserContext, Route } from '@playwright/test' */
/** @import { Seen } from './list-visit.mjs' */

// Ten thousand rows of the log and of the feed, in the app and in the floor page. The responses are generated here and not by a gateway,
// because the phone is measured.

const total = 10_000;
const pageSize = 20;
/** Rows per page on the way to the end, which is not timed. */
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

/** Numbers of rows at which appending is timed. */
const stops = [1000, total - 200];

/**
 * The end of the page that begins at `from`: small at the beginning and where appending is timed, large in between.
 * @param {number} from
 */
const endOf = (from) => {
  const small = from === 0 || stops.some((stop) => from >= stop && from < stop + 200);
  const stop = stops.find((one) => one > from) ?? total;
  return small ? Math.min(total, from + pageSize) : Math.min(from + bulk, stop);
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

/** Interval in ms between frames from which one counts as late: 60 per second are expected. */
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
            await visitList(
              page,
              list,
              stops,
              cpu,
              async () => void (floor = await floorOf(page, name, list)),
            ),
          );
        } else {
          await page.route('**/list-floor', (route) =>
            route.fulfill({ contentType: 'text/html', body: floor }),
          );
          await page.goto('/list-floor');
          note(what, await visitList(page, list, stops, cpu));
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

// standalone: node tools/bench/lists.mjs, with the current build
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
