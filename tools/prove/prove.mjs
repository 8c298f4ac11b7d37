import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { bundleProgram } from '../build/bundle-program.mjs';
import { patternOf } from './one-test.mjs';
import { makeTree } from './trees.mjs';
import { findUncompiled } from './types.mjs';

/** @import { Tree, Break } from './trees.mjs' */
/**
 * A row of the table, as test/unit/coverage/list.ts prints it; `wrong`: the reason why it names no test.
 * @typedef {{ name: string, section: number, breaks: Break[], file: string, title: string, stamp: string, wrong?: string }} Row
 */

const foundFile = 'test/unit/coverage/proved.json';
/** Milliseconds after which a journey counts as hanging, including its build. */
const longest = 600_000;

/** @returns {Promise<Row[]>} */
async function readRows() {
  const program = await bundleProgram('test/unit/coverage/list.ts', 'coverage-list');
  try {
    return JSON.parse(execFileSync(process.execPath, [program], { encoding: 'utf8', maxBuffer: 1e8 }));
  } finally {
    rmSync(program);
  }
}

/** @type {() => Record<string, { of: string, test: 'fails' | 'passes' }>} */
function readFound() {
  try {
    return JSON.parse(readFileSync(foundFile, 'utf8'));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return {};
    throw error;
  }
}

/** @typedef {{ test: 'fails' | 'passes' | 'does not run', said: string }} Outcome */
/** @typedef {{ file: string, title: string }} Test */

/** Builds the app and the gateway in a tree and plays one journey. @type {(tree: Tree, test: Test) => Promise<Outcome>} */
const playJourney = ({ root }, { title }) =>
  new Promise((settle) => {
    // Playwright matches the title after the names of its file and project
    const args = ['tools/prove/one-journey.mjs', patternOf(title).slice(1)];
    const started = spawn(process.execPath, args, { cwd: root, detached: true });
    const timer = setTimeout(() => process.kill(-Number(started.pid), 'SIGKILL'), longest);
    let said = '';
    for (const output of [started.stdout, started.stderr])
      output.setEncoding('utf8').on('data', (text) => (said += text));
    started.once('close', () => {
      clearTimeout(timer);
      const [, passed, failed] = /\n(\d+) passed, (\d+) failed\s*$/.exec(said) ?? [];
      const hasFailed = Number(failed) && /^ +\d+ failed$/m.test(said);
      settle({
        test: hasFailed ? 'fails' : Number(passed) && !Number(failed) ? 'passes' : 'does not run',
        said,
      });
    });
  });

/** Runs tests in a tree, one after the other. @param {Tree} tree */
function createLane(tree) {
  const lane = spawn(process.execPath, ['tools/prove/lane.mjs'], {
    cwd: tree.root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: lane.stdout })[Symbol.asyncIterator]();
  return {
    /** @param {Test} test @returns {Promise<Outcome>} */
    async run(test) {
      if (test.file.startsWith('test/journeys/')) return playJourney(tree, test);
      lane.stdin.write(`${JSON.stringify({ file: test.file, pattern: patternOf(test.title) })}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error('what runs the tests has ended');
      return JSON.parse(value);
    },
    end() {
      lane.stdin.end();
    },
  };
}

/**
 * Reports the breaks of all rows that do not compile.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function checkTypes() {
  const all = (await readRows()).flatMap(({ name, breaks }) => breaks.map((one) => ({ name, one })));
  // several rows may share one
  const named = [...new Map(all.map((next) => [next.one.join('\n'), next])).values()];
  const tree = makeTree(0);
  try {
    const found = findUncompiled(tree, named);
    for (const { name, why } of found) console.log(`does not compile: ${name}\n${why}`);
    return { passed: named.length - found.length, failed: found.length };
  } finally {
    tree.remove();
  }
}

/**
 * Makes each break in a copy of the tree, runs the row's test alone, and reports whether it fails, as it must.
 * @param {object} options
 * @param {string[]} [options.names] sections (`8`) or parts of ids; all, if there is none
 * @param {string} [options.folder] only rows whose test is in it: unit, server, journeys
 * @param {[part: number, of: number]} [options.shard] every so manyeth row
 * @param {boolean} [options.stale] only what is not known to be proved as it stands now
 * @param {boolean} [options.write] keeps what it finds in `test/unit/coverage/proved.json`
 * @param {boolean} [options.verbose] prints what a failing test said
 * @param {number} [options.atOnce] trees
 */
export async function prove({ names = [], folder = '', shard = [1, 1], stale, write, verbose, atOnce = 3 }) {
  const found = readFound();
  const isAsked = (/** @type {Row} */ { name, section }) =>
    !names.length || names.some((one) => (/^\d$/.test(one) ? section === Number(one) : name.includes(one)));
  const rows = (await readRows())
    .filter(isAsked)
    .filter(({ file }) => file?.startsWith(`test/${folder}`))
    .filter(({ name, stamp }) => !stale || found[name]?.of !== stamp || found[name]?.test !== 'fails')
    .filter((_, index) => index % shard[1] === shard[0] - 1);
  const trees = Array.from({ length: Math.min(atOnce, rows.length) }, (_, number) => makeTree(number));
  const totals = { passed: 0, failed: 0 };
  const known = new Set((await readRows()).map(({ name }) => name));
  /** After each row, so that an interrupted run keeps its results. */
  const keep = () => {
    const kept = Object.entries(found).filter(([name]) => known.has(name));
    const sorted = Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
    writeFileSync(foundFile, `${JSON.stringify(sorted, null, 2)}\n`);
  };
  /** @type {(row: Row, what: string, said?: string) => void} */
  const fault = (row, what, said = '') => {
    totals.failed++;
    console.log(`NOT PROVED  ${row.name}: ${what}${said && `\n${said.trim()}`}`);
  };
  try {
    // rows of one test together, so that it runs without a break only once
    const waiting = [...rows].sort((a, b) => `${a.file} ${a.title}`.localeCompare(`${b.file} ${b.title}`));
    /** The result of each test in the unchanged tree. @type {Map<string, Promise<Outcome>>} */
    const unbroken = new Map();
    /** @param {Tree} tree */
    const next = async (tree) => {
      const lane = createLane(tree);
      for (let row = waiting.shift(); row; row = waiting.shift()) {
        const began = Date.now();
        if (row.wrong) fault(row, row.wrong);
        else if (!row.breaks.length) fault(row, 'it has no break');
        else {
          const key = `${row.file} ${row.title}`;
          if (!unbroken.has(key)) unbroken.set(key, lane.run(row));
          const before = await unbroken.get(key);
          if (before?.test !== 'passes') {
            fault(row, `its test alone ${before?.test} although nothing is broken`, before?.said);
            continue;
          }
          /** @type {string[]} */
          const survived = [];
          let broken = '';
          for (const one of row.breaks) {
            const restore = tree.breakIt([one]);
            const { test, said } = await lane.run(row);
            restore();
            if (test === 'does not run') broken = said;
            if (test !== 'fails') survived.push(`${test} with ${JSON.stringify(one)}`);
            else if (verbose) console.log(`${row.name}, with ${JSON.stringify(one)}:\n${said.trim()}\n`);
          }
          found[row.name] = { of: row.stamp, test: survived.length ? 'passes' : 'fails' };
          if (write) keep();
          const where = `${row.file}: ${row.title}`;
          if (survived.length) fault(row, `${where}\n  ${survived.join('\n  ')}`, broken);
          else {
            totals.passed++;
            console.log(`proved      ${row.name} (${((Date.now() - began) / 1000).toFixed(1)} s) ${where}`);
          }
        }
      }
      lane.end();
    };
    await Promise.all(trees.map(next));
  } finally {
    for (const tree of trees) tree.remove();
  }
  console.log(`\n${totals.passed} of ${rows.length} proved`);
  return totals;
}
