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

// A day of use on a slow phone and a slow network: the first visit, then a walk through the screens with a finger, twice, in one document.
// After each round the app is left alone, visible and hidden.

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

/**
 * Milliseconds of taps on a page with one button, which changes its text.
 * @param {Bench} bench
 * @param {Page} page
 * @param {CDPSession} client
 */
async function tapsOnOneButton(bench, page, client) {
  const address = `${bench.url}/one-button`;
  bench.pages[address] =
    `<!doctype html><meta name="viewport" content="width=device-width"><title>One button</title><button onclick="this.textContent += '.'">Tap</button>`;
  await page.goto(address);
  const all = [];
  for (let time = 0; time < 10; time++)
    all.push((await timeTap(client, page, page.locator('button'), 1))?.ms ?? 0);
  return all;
}

/**
 * The first visit and the day: tables in Markdown.
 * @param {Bench} bench
 * @param {number} rounds of the first visit
 */
export async function benchDay(bench, rounds) {
  const firstVisit = rounds ? await benchFirstVisit(bench, rounds) : '';
  const context = await bench.open();
  await watchTaps(context);
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Performance.enable');
  await showWhole(client);
  await client.send('Emulation.setCPUThrottlingRate', { rate: bench.cpu });
  bench.proxy.slow(networks['slow 4G']);
  const least = await tapsOnOneButton(bench, page, client);
  bench.proxy.forget();
  await page.goto('/', { timeout: 60_000 });
  await arrive(page, 'pages/tabbar/index');
  await rest(2 * look);
  const member = createMember(page, client);
  /** @type {Record<string, Used & { bytes: number, requests: number }>} */
  const used = {};
  /** @type {Record<string, Woken>} */
  const woken = {};
  const note = async (/** @type {string} */ name) => {
    const passed = bench.proxy.passed();
    used[name] = {
      ...(await usedBy(bench, client)),
      bytes: passed.reduce((sum, { bytes }) => sum + bytes, 0),
      requests: passed.length,
    };
    console.log(name, JSON.stringify(used[name]));
  };
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
  await note('the list, at first');
  for (const round of [1, 2]) {
    bench.proxy.forget();
    await member.walk(round);
    await note(`round ${round}`);
    await leave(`the list, after round ${round}`, alone);
  }
  for (const [name, path] of Object.entries(others)) {
    await page.evaluate((path) => (location.hash = `/${path}`), path);
    await arrive(page, path.split('?')[0] ?? '');
    await rest(look);
    await leave(name, alone / 2);
  }
  await context.close();
  return [firstVisit, tableOfUse(used), tableOfWaking(woken), tableOfTaps(member.taps, least)].join('\n\n');
}

/** Screens that follow something, where the app is left alone too. */
const others = {
  'messages of support': 'pages/mine/im',
  'a problem': 'pages/mine/workOrderDetail?id=work-order-demo-1',
};

/** @param {Record<string, Used & { bytes: number, requests: number }>} used */
function tableOfUse(used) {
  let before = { thread: 0, renderer: 0 };
  const rows = Object.entries(used).map(
    ([name, { bytes, requests, thread, renderer, heap, nodes, listeners }]) => {
      const cells = [
        (bytes / 1024).toFixed(1),
        requests,
        (thread - before.thread).toFixed(1),
        (renderer - before.renderer).toFixed(1),
        heap.toFixed(1),
        nodes,
        listeners,
      ];
      before = { thread, renderer };
      return `| ${name} | ${cells.join(' | ')} |`;
    },
  );
  return [
    '| | KB | requests | seconds of main thread | seconds of renderer | MB of heap | nodes | listeners |',
    `|---|${'--:|'.repeat(7)}`,
    ...rows,
  ].join('\n');
}

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

/** @param {Tap[]} taps @param {number[]} least */
function tableOfTaps(taps, least) {
  const worst = (/** @type {Tap[]} */ some) => some.reduce((most, one) => (one.ms > most.ms ? one : most));
  const rows = [...new Set(taps.map(({ at }) => at))].map((at) => {
    const here = taps.filter((one) => one.at === at);
    const [first = 0, second = 0] = [1, 2].map((round) =>
      Math.max(0, ...here.filter((one) => one.round === round).map(({ ms }) => ms)),
    );
    return { at, first, second, what: worst(here).what };
  });
  const sorted = taps.map(({ ms }) => ms).sort((a, b) => a - b);
  const share = (/** @type {number} */ of) => sorted[Math.ceil(sorted.length * of) - 1] ?? 0;
  const over = taps.filter(({ ms }) => ms > goal).length;
  return [
    '| screen | slowest tap in ms, round 1 | round 2 | on |',
    '|---|--:|--:|---|',
    ...rows
      .sort((a, b) => Math.max(b.first, b.second) - Math.max(a.first, a.second))
      .map(({ at, first, second, what }) => `| ${at} | ${first} | ${second} | ${what} |`),
    '',
    `Of ${taps.length} taps, half took at most ${share(0.5)} ms, 98 of 100 at most ${share(0.98)} ms, and ${over} more than ${goal} ms. ` +
      `On a page with one button and nothing else, half took at most ${median(least)} ms, and the slowest of ${least.length} ${Math.max(...least)} ms.`,
  ].join('\n');
}
