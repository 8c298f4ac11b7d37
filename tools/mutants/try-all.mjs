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
 * @property {(file: string) => string} bundleOf
 * @property {Record<string, string>} env
 * @property {number} atOnce
 */

/** Mutants that share a process: as many as one of two lanes gets through before the other has nothing left to do. */
const perProcess = 12;
const mostBefore = 8;

/**
 * Looks for a test that fails with each mutant and passes without it, and reports each as soon as it is known. A file is started once for
 * the mutants that it is the next one to try; those that it does not notice go on to their next file.
 * @param {readonly Mutant[]} mutants
 * @param {Tests} tests
 * @param {(mutant: Mutant, by?: Notice) => void} report
 */
export async function tryAll(mutants, tests, report) {
  let left = mutants.map((mutant) => ({ mutant, files: reaching(mutant, tests.untouched) }));
  while (left.length) {
    /** @type {Map<string, typeof left>} */
    const byFile = new Map();
    for (const one of left) {
      const next = one.files[0];
      if (next) byFile.set(next.file, [...(byFile.get(next.file) ?? []), one]);
      else report(one.mutant);
    }
    /** @type {typeof left} */
    const unnoticed = [];
    const groups = [...byFile].flatMap(([file, all]) =>
      Array.from({ length: Math.ceil(all.length / perProcess) }, (_, i) => ({
        file,
        group: all.slice(i * perProcess, (i + 1) * perProcess),
      })),
    );
    await inTurns(groups, tests.atOnce, async ({ file, group }) => {
      const noticed = await tryGroup(
        file,
        group.map(({ mutant, files: [first] }) => ({ mutant, reaching: /** @type {Reaching} */ (first) })),
        tests,
      );
      for (const one of group) {
        const by = noticed.get(one.mutant);
        if (by) report(one.mutant, by);
        else unnoticed.push({ mutant: one.mutant, files: one.files.slice(1) });
      }
    });
    left = unnoticed;
  }
}

/**
 * The files whose tests pass a place: those of its room first, then the quickest. Those that pass it before or between their tests follow,
 * with the mutant switched on from the start, but only a few of them: the start of a gateway passes many places, and every file has one.
 * @param {Mutant} mutant
 * @param {Map<string, Outcome>} untouched
 * @returns {Reaching[]}
 */
function reaching({ id, file: source }, untouched) {
  const room = source.split('/')[2]?.replace(/\.(rules\.)?ts$/, '') ?? '';
  const isNear = (/** @type {string} */ file) => path.basename(file).startsWith(room);
  /** @type {Reaching[]} */
  const during = [];
  /** @type {Reaching[]} */
  const before = [];
  for (const [file, { reached, milliseconds }] of untouched) {
    const all = Object.keys(milliseconds);
    const passing = all.filter((title) => reached[title]?.includes(id));
    const durationOf = (/** @type {string[]} */ titles) =>
      titles.reduce((sum, title) => sum + (milliseconds[title] ?? 0), 0);
    if (passing.length)
      during.push({ file, titles: passing, duration: durationOf(passing), isLoaded: false });
    if (!reached['']?.includes(id)) continue;
    const titles = passing.length ? passing : all;
    before.push({ file, titles, duration: durationOf(titles), isLoaded: true });
  }
  for (const files of [during, before])
    files.sort((a, b) => Number(isNear(b.file)) - Number(isNear(a.file)) || a.duration - b.duration);
  return [...during, ...before.slice(0, mostBefore)];
}

/**
 * Tries some mutants with one test file, and returns those that it notices.
 * @param {string} file
 * @param {{ mutant: Mutant, reaching: Reaching }[]} group
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
