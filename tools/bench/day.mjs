import { median } from '../load/figures.mjs';
import { leaveAlone, setHidden, usedBy } from './day-figures.mjs';
import { day } from './day-screens.mjs';
import { rest, showWhole, timeTap, watchTaps } from './day-taps.mjs';
import { benchFirstVisit } from './first-visit.mjs';
import { networks } from './slow-network.mjs';
import { arrive } from './visit.mjs';

/** @import { CDPSession, Locator, Page } from '@playwright/test' */
/** @import { Used, Woken } from './day-figures.mjs' */
/** @import { Visit } from './day-screens.mjs' */
/** @import { Bench } from './open-bench.mjs' */

// A day of use on a slow phone and a slow network: the first visit, then a walk through the screens with a finger, twice, in one document, and
// once more at full speed. At the end the app is left alone, visible and hidden.

/** Seconds that a member looks after each tap, and those that the app is left alone. */
const look = Number(process.env.LOOK ?? 2);
const alone = Number(process.env.ALONE ?? 120);
/** Milliseconds that a tap may take until the paint after it. */
const goal = 100;

/** A tap: on which screen, and milliseconds until the paint after it. @typedef {{ round: number, at: string, what: string, ms: number }} Tap */

/** @param {Page} page @param {string} path */
const shown = (page, path) => page.locator(`[data-screen="${path}"]:visible`);

/** The walk of a member. @param {Page} page @param {CDPSession} client */
function createMember(page, client) {
  /** @type {Tap[]} */
  const taps = [];
  let round = 0;
  let at = '';
  /**
   * Taps with a finger, waits as long as a member looks, and notes the time until the paint.
   * @param {string} what
   * @param {Locator} on
   */
  async function tap(what, on) {
    const worst = await timeTap(client, page, on, look);
    taps.push({ round, at, what, ms: worst?.ms ?? 0 });
    if (worst && worst.ms > goal) console.log(`  ${round} ${at}: ${what}: ${JSON.stringify(worst)}`);
  }
  /** @param {Visit} visit @param {string} [from] */
  async function visit({ at: path, by, taps: tapped = [], inside = [] }, from) {
    await tap(`to ${path}`, (from ? shown(page, from) : page).locator(by).first());
    await arrive(page, path);
    at = path;
    for (const { what, on, closes } of tapped) {
      await tap(what, shown(page, path).locator(on).first());
      if (closes) await page.goBack();
    }
    for (const one of inside) await visit(one, path);
    if (!from) return;
    await tap('back', shown(page, path).locator('button[aria-label="Back"]').first());
    await arrive(page, from);
    at = from;
  }
  return {
    taps,
    /** @param {number} number */
    async walk(number) {
      round = number;
      at = 'pages/tabbar/index';
      for (const one of day) await visit(one);
      const [first] = day;
      if (first) await visit({ at: first.at, by: first.by });
    },
  };
}

/** A page of its own whose taps are timed. @param {Bench} bench */
async function openTapped(bench) {
  const context = await bench.open();
  await watchTaps(context);
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await showWhole(client);
  const slowDown = (/** @type {number} */ rate) => client.send('Emulation.setCPUThrottlingRate', { rate });
  await slowDown(bench.cpu);
  return { context, page, client, slowDown };
}

/**
 * Milliseconds of taps on a page with one button, which changes its text.
 * @param {Bench} bench
 */
async function tapsOnOneButton(bench) {
  const { context, page, client } = await openTapped(bench);
  const address = `${bench.url}/one-button`;
  bench.pages[address] =
    `<!doctype html><meta name="viewport" content="width=device-width"><title>One button</title><button onclick="this.textContent += '.'">Tap</button>`;
  await page.goto(address);
  const all = [];
  for (let time = 0; time < 10; time++)
    all.push((await timeTap(client, page, page.locator('button'), 1))?.ms ?? 0);
  await context.close();
  return all;
}

/** @typedef {Used & { bytes: number, requests: number }} Costs */

/**
 * Opens the app of a build on a slow network. Its processor is slowed down only while it is used, because slowing down takes processor
 * time itself, from other pages too.
 * @param {Bench} bench
 */
async function openDay(bench) {
  const least = await tapsOnOneButton(bench);
  const { context, page, client, slowDown } = await openTapped(bench);
  await client.send('Performance.enable');
  bench.proxy.slow(networks['slow 4G']);
  const member = createMember(page, client);
  let before = { thread: 0, renderer: 0 };
  /** The costs of the page since the last call. @returns {Promise<Costs>} */
  async function costs() {
    const { thread, renderer, ...used } = await usedBy(bench, client);
    const passed = bench.proxy.passed();
    const since = { thread: thread - before.thread, renderer: renderer - before.renderer };
    before = { thread, renderer };
    const bytes = passed.reduce((sum, one) => sum + one.bytes, 0);
    return { ...used, ...since, bytes, requests: passed.length };
  }
  /**
   * @param {number} rate by which the processor is slowed down
   * @param {() => Promise<void>} work
   */
  async function measured(rate, work) {
    await slowDown(rate);
    await costs();
    bench.proxy.forget();
    await work();
    const found = await costs();
    await slowDown(1);
    return found;
  }
  return {
    page,
    least,
    taps: member.taps,
    slowDown,
    async arrive() {
      bench.proxy.forget();
      await page.goto('/', { timeout: 60_000 });
      await arrive(page, 'pages/tabbar/index');
      await rest(2 * look);
      const found = await costs();
      await slowDown(1);
      return found;
    },
    /** @param {number} round @param {number} [rate] */
    walk: (round, rate = bench.cpu) => measured(rate, () => member.walk(round)),
    close: () => context.close(),
  };
}
/** @typedef {Awaited<ReturnType<typeof openDay>>} Day */

/**
 * Leaves the app alone, visible and hidden, and counts what wakes it up.
 * @param {Bench} bench
 * @param {Day} day
 */
async function wakings(bench, { page, slowDown }) {
  /** @type {Record<string, Woken>} */
  const woken = {};
  await slowDown(bench.cpu);
  const leave = async (/** @type {string} */ name, /** @type {number} */ seconds) => {
    for (const hidden of [false, true]) {
      await setHidden(page, hidden);
      const { asked, ...found } = await leaveAlone(bench, page, hidden ? seconds / 2 : seconds);
      woken[`${name}, ${hidden ? 'hidden' : 'visible'}`] = found;
      console.log(name, hidden ? 'hidden' : 'visible', JSON.stringify(found), asked.join(' '));
    }
    await setHidden(page, false);
    await rest(look);
  };
  await leave('the list', alone);
  for (const [name, path] of Object.entries(others)) {
    await page.evaluate((path) => (location.hash = `/${path}`), path);
    await arrive(page, path.split('?')[0] ?? '');
    await rest(look);
    await leave(name, alone / 2);
  }
  return woken;
}

/**
 * The first visit and the day: tables in Markdown.
 * @param {Bench} bench
 * @param {number} rounds of the first visit
 * @param {Bench} [earlier] an older build, whose rounds are walked in turns with this one's
 */
export async function benchDay(bench, rounds, earlier) {
  const firstVisit = rounds ? await benchFirstVisit(bench, rounds, earlier) : '';
  const benches = { ...(earlier && { 'before: ': earlier }), '': bench };
  /** @type {{ prefix: string, day: Day }[]} */
  const days = [];
  /** @type {Record<string, Costs>} */
  const used = {};
  const note = (/** @type {string} */ name, /** @type {Costs} */ costs) => {
    used[name] = costs;
    console.log(name, JSON.stringify(costs));
  };
  for (const [prefix, one] of Object.entries(benches)) {
    const day = await openDay(one);
    days.push({ prefix, day });
    note(`${prefix}the list, at first`, await day.arrive());
  }
  for (const round of [1, 2])
    for (const { prefix, day } of days) note(`${prefix}round ${round}`, await day.walk(round));
  for (const { prefix, day } of days)
    note(`${prefix}round ${fullSpeed}, at full speed`, await day.walk(fullSpeed, 1));
  const now = /** @type {Day} */ (days.at(-1)?.day);
  const woken = await wakings(bench, now);
  const summaries = days.map(({ prefix, day }) => prefix + summaryOf(slowTaps(day), day.least));
  for (const { day } of days) await day.close();
  return [firstVisit, tableOfUse(used), tableOfWaking(woken), tableOfTaps(slowTaps(now)), ...summaries].join(
    '\n\n',
  );
}

/** The round that is walked without slowing the processor down, for the processor time. Its taps do not count. */
const fullSpeed = 3;
/** @param {Day} day */
const slowTaps = ({ taps }) => taps.filter(({ round }) => round !== fullSpeed);

/** Screens that follow something, where the app is left alone too. */
const others = {
  'messages of support': 'pages/mine/im',
  'a problem': 'pages/mine/workOrderDetail?id=work-order-demo-1',
};

/** @param {Record<string, Costs>} used */
const tableOfUse = (used) =>
  [
    '| | KB | requests | seconds of main thread | seconds of renderer | MB of heap | nodes | listeners |',
    `|---|${'--:|'.repeat(7)}`,
    ...Object.entries(used).map(([name, { bytes, requests, thread, renderer, heap, nodes, listeners }]) => {
      const isFullSpeed = name.endsWith('full speed');
      const cells = [
        (bytes / 1024).toFixed(1),
        requests,
        thread.toFixed(1),
        isFullSpeed ? renderer.toFixed(1) : '',
        heap.toFixed(1),
        nodes,
        listeners,
      ];
      return `| ${name} | ${cells.join(' | ')} |`;
    }),
  ].join('\n');

/** @param {Record<string, Woken>} woken */
const tableOfWaking = (woken) =>
  [
    '| left alone, in a minute | requests | timers | frames | idle callbacks | tasks | ms of main thread |',
    `|---|${'--:|'.repeat(6)}`,
    ...Object.entries(woken).map(
      ([name, { requests, timers, frames, idles, tasks, ms }]) =>
        `| ${name} | ${[requests, timers, frames, idles, tasks, ms].map((one) => one.toFixed(0)).join(' | ')} |`,
    ),
  ].join('\n');

/** @param {Tap[]} taps */
function tableOfTaps(taps) {
  const worst = (/** @type {Tap[]} */ some) => some.reduce((most, one) => (one.ms > most.ms ? one : most));
  const rows = [...new Set(taps.map(({ at }) => at))].map((at) => {
    const here = taps.filter((one) => one.at === at);
    const [first = 0, second = 0] = [1, 2].map((round) =>
      Math.max(0, ...here.filter((one) => one.round === round).map(({ ms }) => ms)),
    );
    return { at, first, second, what: worst(here).what };
  });
  return [
    '| screen | slowest tap in ms, round 1 | round 2 | on |',
    '|---|--:|--:|---|',
    ...rows
      .sort((a, b) => Math.max(b.first, b.second) - Math.max(a.first, a.second))
      .map(({ at, first, second, what }) => `| ${at} | ${first} | ${second} | ${what} |`),
  ].join('\n');
}

/** @param {Tap[]} taps @param {number[]} least */
function summaryOf(taps, least) {
  const sorted = taps.map(({ ms }) => ms).sort((a, b) => a - b);
  const share = (/** @type {number} */ of) => sorted[Math.ceil(sorted.length * of) - 1] ?? 0;
  const over = taps.filter(({ ms }) => ms > goal).length;
  return (
    `Of ${taps.length} taps, half took at most ${share(0.5)} ms, 98 of 100 at most ${share(0.98)} ms, and ${over} more than ${goal} ms. ` +
    `On a page with one button and nothing else, half took at most ${median(least)} ms, and the slowest of ${least.length} ${Math.max(...least)} ms.`
  );
}
