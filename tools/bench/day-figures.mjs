/** @import { CDPSession, Page } from '@playwright/test' */
/** @import { Bench } from './open-bench.mjs' */

// Reads from the engine: the tasks of a page, its timers and its memory.

/** An event of a trace. Times are microseconds. @typedef {{ name: string, ph: string, ts: number, dur?: number, pid: number, tid: number, cat: string }} Event */
/** @typedef {{ traceEvents: Event[] }} Trace */

/**
 * The tasks of a thread, without those within another one.
 * @param {Trace} trace
 * @param {Pick<Event, 'pid' | 'tid'>} thread
 */
function tasksOf({ traceEvents }, { pid, tid }) {
  let until = 0;
  return traceEvents
    .filter(
      (one) =>
        one.ph === 'X' && one.name === 'ThreadControllerImpl::RunTask' && one.pid === pid && one.tid === tid,
    )
    .sort((a, b) => a.ts - b.ts)
    .flatMap(({ ts, dur = 0 }) => {
      if (ts < until) return [];
      until = ts + dur;
      return [{ ts, ms: dur / 1000 }];
    });
}

/** @param {{ ms: number }[]} tasks */
const whole = (tasks) => tasks.reduce((sum, { ms }) => sum + ms, 0);

/**
 * Milliseconds that the main thread ran before and after a mark of the page.
 * @param {Trace} trace
 * @param {string} mark
 */
export function mainThread(trace, mark) {
  const at = trace.traceEvents.find((one) => one.name === mark && one.cat.includes('blink.user_timing'));
  if (!at) throw new Error(`The trace lacks the mark ${mark}`);
  const tasks = tasksOf(trace, at);
  return {
    before: whole(tasks.filter(({ ts }) => ts < at.ts)),
    after: whole(tasks.filter(({ ts }) => ts >= at.ts)),
  };
}

/** @typedef {Record<'timers' | 'frames' | 'idles' | 'tasks' | 'ms' | 'requests', number>} Woken a minute */

/**
 * Leaves a page alone and counts what wakes it up.
 * @param {Bench} bench
 * @param {Page} page
 * @param {number} seconds
 * @returns {Promise<Woken & { asked: string[] }>}
 */
export async function leaveAlone(bench, page, seconds) {
  await bench.browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'blink.user_timing'],
  });
  await page.evaluate(() => performance.mark('alone'));
  bench.proxy.forget();
  await new Promise((rest) => setTimeout(rest, seconds * 1000));
  const asked = bench.proxy.passed().map(({ url }) => new URL(url).pathname);
  /** @type {Trace} */
  const trace = JSON.parse((await bench.browser.stopTracing()).toString());
  const at = trace.traceEvents.find(({ name }) => name === 'alone');
  if (!at) throw new Error('The trace lacks its mark');
  const tasks = tasksOf(trace, at).filter(({ ts }) => ts > at.ts);
  const minute = (/** @type {number} */ figure) => (figure * 60) / seconds;
  const count = (/** @type {string} */ called) =>
    minute(
      trace.traceEvents.filter(({ name, pid, tid }) => name === called && pid === at.pid && tid === at.tid)
        .length,
    );
  return {
    timers: count('TimerFire'),
    frames: count('FireAnimationFrame'),
    idles: count('FireIdleCallback'),
    tasks: minute(tasks.length),
    ms: minute(whole(tasks)),
    requests: minute(asked.length),
    asked,
  };
}

/**
 * Tells the page that it is hidden, or visible again. A browser without a window never hides a page itself.
 * @param {Page} page
 * @param {boolean} hidden
 */
export const setHidden = (page, hidden) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      value: hidden ? 'hidden' : 'visible',
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

/** @typedef {Record<'thread' | 'renderer' | 'heap' | 'nodes' | 'listeners', number>} Used seconds since the page began, MB, counts */

/**
 * Reads how much the page has used so far, after a collection of garbage.
 * @param {Bench} bench
 * @param {CDPSession} client
 * @returns {Promise<Used>}
 */
export async function usedBy(bench, client) {
  const browser = await bench.browser.newBrowserCDPSession();
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  await browser.detach();
  const read = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return (/** @type {string} */ name) => metrics.find((one) => one.name === name)?.value ?? 0;
  };
  const before = await read();
  await client.send('HeapProfiler.collectGarbage');
  await client.send('HeapProfiler.collectGarbage');
  const of = await read();
  return {
    thread: before('TaskDuration'),
    renderer: processInfo
      .filter(({ type }) => type === 'renderer')
      .reduce((sum, one) => sum + one.cpuTime, 0),
    heap: of('JSHeapUsedSize') / 2 ** 20,
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
  };
}
