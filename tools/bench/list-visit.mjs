/** @import { CDPSession, Page } from '@playwright/test' */

// The actions of a member in a long list, and measurements of the phone's reaction.

/** @param {CDPSession} client */
async function heapOf(client) {
  await client.send('HeapProfiler.collectGarbage');
  const { metrics } = await client.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 2 ** 20;
}

/** @typedef {Record<'first' | 'append1000' | 'append10000' | 'elements' | 'heapBefore' | 'heapAfter', number> & { frames: number[], empty: number }} Seen */

/** Px per second and milliseconds of the flicks: up from the end, and down and up again from the middle. */
const flicks = [
  { from: 1, speed: -1200, lasts: 5000 },
  { from: 0.5, speed: 2400, lasts: 4000 },
  { from: 0.5, speed: -2400, lasts: 4000 },
];

/**
 * In the page: scrolls as a finger does and counts frames, by the engine's own times: a frame that was not ready is left out and the next
 * is a whole frame later. Before each step it checks which element is at a point over which new rows appear: that is the content of the
 * painted frame.
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
    // the rows after the jump have arrived, followed by a second of rest
    setTimeout(() => {
      requestAnimationFrame((now) => {
        then = now;
        requestAnimationFrame(step);
      });
    }, 1000);
  });
};

/**
 * In the page: scrolls to the end five times, and waits each time until the next rows have arrived.
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
 * One visit to a list.
 * @param {Page} page where the list is one step away
 * @param {{ screen: string }} list
 * @param {number[]} stops where appends are timed, from so many rows on
 * @param {number} cpu how many times slower than this machine
 * @param {() => Promise<void>} [shown] told when the first rows are there
 * @returns {Promise<Seen>}
 */
export async function visitList(page, { screen }, stops, cpu, shown) {
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
