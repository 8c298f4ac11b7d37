import path from 'node:path';
import { inTurns, runTests, runTurns } from './run.mjs';

/** @import { Mutant, Outcome } from './run.mjs' */

/**
 * The tests of a file that pass the place of a mutant.
 * @typedef {object} Reaching
 * @property {string} file
 * @property {string[]} titles
 * @property {number} duration milliseconds of all of them
 * @property {boolean} isLoaded whether the place is passed before or between the tests too, so that a switch during a test may be too late
 */
/** @typedef {{ file: string, title: string, message: string }} Notice the test that failed, and what it said */
/**
 * @typedef {object} Tests
 * @property {Map<string, Outcome>} untouched what each test file does without a mutant
 * @property {Map<string, ReadonlySet<number>>} bySource the places of each source
 * @property {(file: string) => string} bundleOf
 * @property {Record<string, string>} env
 * @property {number} atOnce
 */

/** Mutants that share a process: as many as one of two lanes gets through before the other has nothing left to do. */
const perProcess = 12;
/** Files in which a mutant is switched on from the start: each takes a process of its own. */
const mostBefore = 16;
/** Files that each mutant tries in its own order. Most are noticed by then, and the others take the rest of the files together. */
const ownFiles = 4;
/** Milliseconds that a file takes before its first test. */
const start = 5_000;

/** @typedef {{ mutant: Mutant, files: Reaching[] }} Left a mutant that was not noticed yet, and the files that it was not tried with */

/**
 * Looks for a test that fails with each mutant and passes without it, and reports each as soon as it is known. A file is started once for
 * the mutants that it is the next one to try; those that it does not notice go on to their next file.
 * @param {readonly Mutant[]} mutants
 * @param {Tests} tests
 * @param {(mutant: Mutant, by?: Notice) => void} report
 */
export async function tryAll(mutants, tests, report) {
  /** @type {Left[]} */
  let left = mutants.map((mutant) => ({ mutant, files: reaching(mutant, tests) }));
  for (let nth = 0; nth < ownFiles; nth++) {
    /** @type {Map<string, Left[]>} */
    const byFile = new Map();
    for (const one of left) {
      const next = one.files[nth];
      if (next) byFile.set(next.file, [...(byFile.get(next.file) ?? []), one]);
    }
    const groups = [...byFile].flatMap(([file, all]) =>
      Array.from({ length: Math.ceil(all.length / perProcess) }, (_, i) => ({
        file,
        group: all.slice(i * perProcess, (i + 1) * perProcess),
      })),
    );
    /** @type {Set<Mutant>} */
    const done = new Set();
    await inTurns(groups, tests.atOnce, async ({ file, group }) => {
      const asked = group.map(({ mutant, files }) => ({
        mutant,
        reaching: /** @type {Reaching} */ (files[nth]),
      }));
      for (const [mutant, by] of await tryGroup(file, asked, tests)) {
        done.add(mutant);
        report(mutant, by);
      }
    });
    left = left.filter(({ mutant }) => !done.has(mutant));
  }
  await tryTogether(
    left.map(({ mutant, files }) => ({ mutant, files: files.slice(ownFiles) })),
    tests,
    report,
  );
}

/**
 * Tries mutants with all files that they have left. Each file is started once for all that it may notice; the file with the most of them for
 * its time comes next.
 * @param {readonly Left[]} unnoticed
 * @param {Tests} tests
 * @param {(mutant: Mutant, by?: Notice) => void} report
 */
async function tryTogether(unnoticed, tests, report) {
  const left = new Set(unnoticed);
  const lane = async () => {
    for (let file = mostWorth([...left]); file; file = mostWorth([...left])) {
      const isNext = (/** @type {Reaching} */ one) => one.file === file;
      const asked = [...left].flatMap(({ mutant, files }) =>
        files.filter(isNext).map((reaching) => ({ mutant, reaching })),
      );
      for (const one of left) one.files = one.files.filter((next) => !isNext(next));
      const noticed = await tryGroup(file, asked, tests);
      for (const one of left) {
        const by = noticed.get(one.mutant);
        if (!by) continue;
        left.delete(one);
        report(one.mutant, by);
      }
    }
  };
  await Promise.all(Array.from({ length: tests.atOnce }, lane));
  for (const { mutant } of left) report(mutant);
}

/** The file that tries the most mutants for its time. @param {readonly Left[]} left */
function mostWorth(left) {
  /** @type {Map<string, { count: number, duration: number }>} */
  const files = new Map();
  for (const { file, duration } of left.flatMap((one) => one.files)) {
    const before = files.get(file) ?? { count: 0, duration: start };
    files.set(file, { count: before.count + 1, duration: before.duration + duration });
  }
  const [first] = [...files].sort(([, a], [, b]) => b.count / b.duration - a.count / a.duration);
  return first?.[0];
}

/**
 * The files whose tests pass a place: those of its room first, then the quickest. Those that pass it before or between their tests follow,
 * with the mutant switched on from the start. They are only a few, because every file starts a gateway and so passes many places: those
 * whose tests run most of the source come first, because a constant of a module matters to the tests that use the module.
 * @param {Mutant} mutant
 * @param {Pick<Tests, 'untouched' | 'bySource'>} tests
 * @returns {Reaching[]}
 */
export function reaching({ id, file: source }, { untouched, bySource }) {
  const room = source.split('/')[2]?.replace(/\.(rules\.)?ts$/, '') ?? '';
  const isNear = (/** @type {string} */ file) => path.basename(file).startsWith(room);
  const ofSource = bySource.get(source) ?? new Set();
  /** @type {Reaching[]} */
  const during = [];
  /** @type {(Reaching & { passed: number })[]} */
  const before = [];
  for (const [file, { reached, milliseconds }] of untouched) {
    const all = Object.keys(milliseconds);
    const passing = all.filter((title) => reached[title]?.includes(id));
    const durationOf = (/** @type {string[]} */ titles) =>
      titles.reduce((sum, title) => sum + (milliseconds[title] ?? 0), 0);
    if (passing.length)
      during.push({ file, titles: passing, duration: durationOf(passing), isLoaded: false });
    if (!reached['']?.includes(id)) continue;
    const placesIn = (/** @type {string} */ title) =>
      reached[title]?.filter((one) => ofSource.has(one)) ?? [];
    const users = passing.length ? passing : all.filter((title) => placesIn(title).length);
    const titles = users.length ? users : all;
    const passed = new Set(users.flatMap(placesIn)).size;
    before.push({ file, titles, duration: durationOf(titles), isLoaded: true, passed });
  }
  const byNearness = (/** @type {Reaching} */ a, /** @type {Reaching} */ b) =>
    Number(isNear(b.file)) - Number(isNear(a.file));
  during.sort((a, b) => byNearness(a, b) || a.duration - b.duration);
  before.sort((a, b) => byNearness(a, b) || b.passed - a.passed || a.duration - b.duration);
  return [...during, ...before.slice(0, mostBefore)];
}

/**
 * Tries some mutants with one test file, and returns those that it notices.
 * @param {string} file
 * @param {readonly { mutant: Mutant, reaching: Reaching }[]} group
 * @param {Tests} tests
 * @returns {Promise<Map<Mutant, Notice>>}
 */
async function tryGroup(file, group, tests) {
  /** @type {Map<Mutant, Notice>} */
  const noticed = new Map();
  const alone = group.filter(({ reaching }) => reaching.isLoaded);
  let waiting = group.filter(({ reaching }) => !reaching.isLoaded);
  while (waiting.length) {
    const results = await runTurns(
      tests.bundleOf(file),
      waiting.map(({ mutant, reaching: { titles, duration } }) => ({
        mutant: mutant.id,
        titles,
        limit: 30_000 + 8 * duration,
      })),
      tests.env,
    );
    const tried = waiting.filter(({ mutant }) => results.has(mutant.id));
    for (const one of tried) {
      const result = results.get(one.mutant.id);
      if (result?.failure) noticed.set(one.mutant, { file, ...result.failure });
      else if (result?.unsure) alone.push(one);
    }
    if (!tried.length) alone.push(...waiting.splice(0));
    waiting = waiting.filter((one) => !tried.includes(one));
  }
  for (const { mutant, reaching } of alone) {
    if (noticed.has(mutant)) continue;
    const failure = await tryAlone(mutant, reaching, tests);
    if (failure) noticed.set(mutant, { file, ...failure });
  }
  return noticed;
}

/**
 * Tries a mutant with a test file in a process of its own.
 * @param {Mutant} mutant
 * @param {Reaching} reaching
 * @param {Tests} tests
 */
async function tryAlone({ id }, { file, titles, duration }, { bundleOf, env }) {
  const limit = 30_000 + 4 * duration;
  let left = titles;
  while (left.length) {
    const { failure } = await runTests(bundleOf(file), { mutant: id, titles: left, env, limit });
    if (!failure) return undefined;
    // a test that depends on an earlier one, or a busy machine, may fail without the mutant as well: other tests may still notice it
    const again = await runTests(bundleOf(file), { titles: left, env, limit: limit + 30_000 });
    if (!again.failure) return failure;
    const { title } = again.failure;
    left = left.includes(title) ? left.filter((one) => one !== title) : [];
  }
  return undefined;
}
