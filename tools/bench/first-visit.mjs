import { median } from '../load/figures.mjs';
import { mainThread } from './day-figures.mjs';
import { networks } from './slow-network.mjs';
import { devicesUsable } from './views.mjs';
import { watchScript } from './watch.mjs';

/** @import { Bench } from './open-bench.mjs' */

// The first visit, until nothing more happens: a signed-in member opens the device list with an empty cache and stays there. A page
// that was written by hand for the same list is visited in turns with it.

/** Milliseconds without a request after which nothing more happens, and those after which the bench gives up. */
const quietMs = 5000;
const limitMs = 60_000;

/** @typedef {Record<'early' | 'bytes' | 'requests' | 'before' | 'after', number>} Stay `early`: bytes until it is usable; `before`, `after`: ms of main thread */

/**
 * Opens an address in a new context, and waits until nothing more happens. The page is not asked anything meanwhile, which would take its time.
 * @param {Bench} bench
 * @param {string} path
 * @returns {Promise<Stay & { files: string[] }>}
 */
async function stay(bench, path) {
  const context = await bench.open();
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: bench.cpu });
  await page.addInitScript(await watchScript(devicesUsable));
  await bench.browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  bench.proxy.slow(networks['slow 4G']);
  bench.proxy.forget();
  const began = Date.now();
  await page.goto(bench.url + path, { waitUntil: 'commit', timeout: limitMs });
  const lastAt = () =>
    Math.max(began, ...bench.proxy.passed().map(({ at, end }) => Math.max(at, end || Date.now())));
  while (Date.now() - lastAt() < quietMs) {
    if (Date.now() - began > limitMs) {
      const open = bench.proxy.passed().filter(({ end }) => !end);
      throw new Error(`${path} still loads after a minute: ${open.map(({ url }) => url).join(' ')}`);
    }
    await new Promise((rest) => setTimeout(rest, 100));
  }
  const passed = [...bench.proxy.passed()];
  const { usable } = await page.evaluate(() => Reflect.get(window, 'noted'));
  if (!usable) throw new Error(`${path} was not usable`);
  const trace = JSON.parse((await bench.browser.stopTracing()).toString());
  bench.proxy.slow(undefined);
  await context.close();
  const sum = (/** @type {typeof passed} */ some) => some.reduce((bytes, one) => bytes + one.bytes, 0);
  return {
    early: sum(passed.filter(({ at }) => at < usable)),
    bytes: sum(passed),
    requests: passed.length,
    ...mainThread(trace, 'usable'),
    files: passed.map(
      ({ url, at, bytes }) =>
        `  ${(at - began).toFixed(0).padStart(6)} ms ${String(bytes).padStart(7)} bytes ${url}`,
    ),
  };
}

/**
 * The first visit and the floor in turns: a table in Markdown. Prints what was loaded.
 * @param {Bench} bench
 * @param {number} rounds
 * @param {Bench} [earlier] an older build, visited in turns too
 */
export async function benchFirstVisit(bench, rounds, earlier) {
  /** @type {Record<string, { on: Bench, path: string, all: Stay[] }>} */
  const runs = {
    floor: { on: bench, path: '/floor.html', all: [] },
    'device list': { on: bench, path: '/', all: [] },
    ...(earlier && { 'device list before': { on: earlier, path: '/', all: [] } }),
  };
  for (let round = 0; round < rounds; round++)
    for (const [name, { on, path, all }] of Object.entries(runs)) {
      const { files, ...one } = await stay(on, path);
      all.push(one);
      if (!round) console.log(`${name} loads:\n${files.join('\n')}`);
      console.log(`${name}: ${JSON.stringify(one)}`);
    }
  const least = whole(runs.floor?.all ?? []);
  return [
    '| | KB until usable | KB in total | requests | ms of main thread until usable | after that | in total | ÷ floor |',
    `|---|${'--:|'.repeat(7)}`,
    ...Object.entries(runs).map(([name, { all }]) => {
      const of = (/** @type {keyof Stay} */ figure) => median(all.map((one) => one[figure]));
      const cells = [
        (of('early') / 1024).toFixed(1),
        (of('bytes') / 1024).toFixed(1),
        of('requests'),
        of('before').toFixed(0),
        of('after').toFixed(0),
        whole(all).toFixed(0),
        (whole(all) / least).toFixed(2),
      ];
      return `| ${name} | ${cells.join(' | ')} |`;
    }),
  ].join('\n');
}

/** @param {Stay[]} all */
const whole = (all) => median(all.map(({ before, after }) => before + after));
