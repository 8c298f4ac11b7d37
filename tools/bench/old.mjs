import { setTimeout as rest } from 'node:timers/promises';
import { chromium } from '../browsers/devtools.mjs';
import { openWebkit, webkitLacks } from '../browsers/webkit.mjs';
import { median } from '../load/figures.mjs';
import { fetchOldChromium, runsHere } from '../programs/binaries.mjs';
import { headlessShell, launchOptions } from '../programs/chromium.mjs';
import { landingAddress } from './landing-addresses.mjs';
import { usable as screenIsUsable } from './landings.mjs';
import { networks } from './slow-network.mjs';
import { views } from './views.mjs';
import { watchScript } from './watch.mjs';

/** @import { OpenPage, Page } from '../browsers/walk.mjs' */
/** @import { Bench } from './open-bench.mjs' */

// The oldest Chromium that the app supports, the installed one and WebKit, driven alike, behind the same slow network: whether an old engine
// makes a screen slower than it makes the floor, and how much memory the screens take there.

/** @typedef {{ usable: number, heap?: number | undefined }} Seen */
/** @typedef {{ name: string, openBehind: (proxy: string) => OpenPage }} Engine `proxy`: its address */
/** @typedef {{ path: string, usable: string, isSignedIn: boolean }} Target */

/** How often the walk through all screens is repeated: memory that is never freed grows with it. */
const laps = 3;
/** Milliseconds to wait for a screen. */
const longest = 60_000;

/** @param {string} path @returns {Target} */
const screen = (path) => ({ path: landingAddress(path), usable: screenIsUsable(path), isSignedIn: true });
/** @type {Record<string, Target>} */
const targets = {
  ...Object.fromEntries(
    Object.entries(views).map(([name, { path, usable, who }]) => [
      name,
      { path, usable, isSignedIn: who === 'demo' },
    ]),
  ),
  shop: screen('pages/tabbar/home'),
  wallet: screen('pages/mine/wallet'),
  'an order': screen('pages/orderDetail'),
  feed: screen('pages/tabbar/dynamic'),
  chat: screen('pages/mine/im'),
};

/** The engines that this machine has. @returns {Engine[]} */
function engines() {
  const current = launchOptions(headlessShell);
  const env = 'env' in current ? current.env : process.env;
  const old = runsHere && fetchOldChromium('69', env);
  const chromiums = { ...(old && { 'Chromium 69': old }), 'installed Chromium': current };
  return [
    ...Object.entries(chromiums).map(([name, options]) => ({
      name,
      openBehind: (/** @type {string} */ proxy) => {
        // a recent engine passes by a proxy on the way to its own machine
        const behind = [`--proxy-server=${proxy}`, '--proxy-bypass-list=<-loopback>'];
        return chromium({ ...options, args: [...options.args, ...behind] });
      },
    })),
    ...(webkitLacks
      ? []
      : [
          {
            name: 'WebKit',
            openBehind: (/** @type {string} */ proxy) =>
              /** @type {OpenPage} */ ((...page) => openWebkit([`--proxy=${proxy}`], ...page)),
          },
        ]),
  ];
}

/**
 * Opens an address in a new document, and waits until it is usable.
 * @param {Page} page
 * @param {string} address
 * @returns {Promise<number>} milliseconds
 */
async function arrive(page, address) {
  await page.goTo('about:blank'); // or another hash would not load a new document
  await page.goTo(address);
  for (const end = Date.now() + longest; Date.now() < end; ) {
    const ms = await page.evaluate('window.noted && noted.fresh && noted.usable - performance.timeOrigin');
    if (ms) return ms;
    await rest(50);
  }
  throw new Error(`${address} was not usable within a minute`);
}

/**
 * A browser with an empty cache, at full speed, with the session of the demo member if the target needs one.
 * @param {Bench} bench
 * @param {Engine} engine
 * @param {{ script: string, isSignedIn: boolean }} about
 */
async function openSignedIn({ url, session, pages, proxy }, { name, openBehind }, { script, isSignedIn }) {
  const page = await openBehind(proxy.address)(script, (text) => {
    if (!/^Unrecognized Content-Security-Policy/.test(text)) console.log(`  ${name}: ${text}`);
  });
  const empty = `${url}/empty-document`;
  pages[empty] = '<!doctype html><title>Empty</title><link rel="icon" href="data:,">';
  await page.goTo(empty);
  for (const one of isSignedIn ? session : [])
    await page.evaluate(`localStorage.setItem(${JSON.stringify(one.name)}, ${JSON.stringify(one.value)})`);
  return page;
}

/**
 * A cold and a warm visit of a target.
 * @param {Bench} bench
 * @param {Engine} engine
 * @param {Target} target
 * @returns {Promise<{ cold: Seen, warm: Seen }>}
 */
async function visit(bench, engine, { path, usable, isSignedIn }) {
  const script = await watchScript(usable);
  const page = await openSignedIn(bench, engine, { script, isSignedIn });
  const once = async () => {
    bench.proxy.slow(networks['slow 4G']);
    await page.slow?.(bench.cpu);
    const ms = await arrive(page, bench.url + path);
    bench.proxy.slow(undefined);
    await page.slow?.(1);
    await bench.proxy.quiet();
    return { usable: ms, heap: await page.heap?.() };
  };
  try {
    return { cold: await once(), warm: await once() };
  } finally {
    bench.proxy.slow(undefined);
    await page.close();
  }
}

/**
 * Bytes of the heap after each lap through all screens within one document.
 * @param {Bench} bench
 * @param {Engine} engine
 */
async function walk(bench, engine) {
  const screens = Object.values(targets).filter(
    ({ path, isSignedIn }) => isSignedIn && path.startsWith('/#/'),
  );
  const page = await openSignedIn(bench, engine, { script: '', isSignedIn: true });
  /** @type {number[]} */
  const heaps = [];
  try {
    await page.goTo(bench.url);
    for (let lap = 0; lap < laps; lap++) {
      for (const { path, usable } of screens) {
        await page.evaluate(`void (location.hash = ${JSON.stringify(path.slice('/#'.length))})`);
        for (const end = Date.now() + longest; !(await page.evaluate(usable)); await rest(50))
          if (Date.now() > end) throw new Error(`${path} did not come`);
      }
      await bench.proxy.quiet();
      heaps.push((await page.heap?.()) ?? 0);
    }
    return heaps;
  } finally {
    await page.close();
  }
}

/**
 * Cold and warm visits of each target in each engine, in turns. Returns a table in Markdown.
 * @param {Bench} bench
 * @param {number} rounds
 * @param {Bench} [earlier] an older build, whose screens are visited in turns with this one's, beside one floor
 */
export async function benchOld(bench, rounds, earlier) {
  const all = engines();
  const builds = [{ bench, suffix: '' }, ...(earlier ? [{ bench: earlier, suffix: ' before' }] : [])];
  /** @type {Map<string, { cold: Seen, warm: Seen }[]>} By engine and row. */
  const runs = new Map();
  /** @type {Map<string, number[][]>} By engine and build. */
  const walks = new Map();
  for (let round = 0; round < rounds; round++)
    for (const engine of round % 2 ? [...all].reverse() : all) {
      for (const [row, target] of Object.entries(targets))
        for (const { bench, suffix } of row === 'floor' ? builds.slice(0, 1) : builds) {
          const key = `${engine.name}|${row}${suffix}`;
          const seen = await visit(bench, engine, target);
          runs.set(key, [...(runs.get(key) ?? []), seen]);
          console.log(`  ${key}: ${seen.cold.usable.toFixed(0)} ${seen.warm.usable.toFixed(0)}`);
        }
      if (engine.name === 'WebKit') continue; // its heap is not measured
      for (const { bench, suffix } of builds) {
        const name = engine.name + suffix;
        walks.set(name, [...(walks.get(name) ?? []), await walk(bench, engine)]);
      }
    }
  const rows = builds.flatMap(({ suffix }) =>
    Object.keys(targets)
      .filter((row) => !suffix || row !== 'floor')
      .map((row) => row + suffix),
  );
  return [table(all, rows, runs), ...[...walks].map(([name, laps]) => lineOf(name, laps))].join('\n\n');
}

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 2 ** 20).toFixed(1);

/** @param {string} name @param {number[][]} all the laps of each round */
function lineOf(name, all) {
  const after = (/** @type {number} */ lap) => megabytes(median(all.map((heaps) => heaps[lap] ?? 0)));
  return `${name}, after walking through these screens in one document: ${after(0)} MB after one lap, ${after(laps - 1)} MB after ${laps}.`;
}

/**
 * @param {Engine[]} all
 * @param {string[]} targets
 * @param {Map<string, { cold: Seen, warm: Seen }[]>} runs
 */
function table(all, targets, runs) {
  /** @type {(engine: string, target: string, how: 'cold' | 'warm') => number} */
  const usable = (engine, target, how) =>
    median((runs.get(`${engine}|${target}`) ?? []).map((one) => one[how].usable));
  const heads = all.flatMap(({ name }) => [
    `${name}: usable cold`,
    '÷ floor',
    'warm',
    '÷ floor',
    ...(name === 'WebKit' ? [] : ['heap, MB']),
  ]);
  const rows = targets.map((target) => {
    const cells = all.flatMap(({ name }) => [
      ...['cold', 'warm'].flatMap((how) => {
        const ms = usable(name, target, /** @type {'cold' | 'warm'} */ (how));
        return [ms.toFixed(0), (ms / usable(name, 'floor', /** @type {'cold' | 'warm'} */ (how))).toFixed(2)];
      }),
      ...(name === 'WebKit'
        ? []
        : [megabytes(median((runs.get(`${name}|${target}`) ?? []).map(({ warm }) => warm.heap ?? 0)))]),
    ]);
    return `| ${target} | ${cells.join(' | ')} |`;
  });
  return [`| | ${heads.join(' | ')} |`, `|---|${heads.map(() => '--:').join('|')}|`, ...rows].join('\n');
}
