import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';

// The lines below a table let a reader repeat and judge a measurement: the command, the commit, the date, and how busy the machine was.

/** Environment variables that change what the parts measure. */
const changing = [
  'ROUNDS',
  'BEFORE',
  'EMBEDDED',
  'EACH',
  'WAITING',
  'GATEWAYS',
  'OPENING',
  'WATCHED',
  'MESSAGES',
  'NODE',
  'CASES',
  'RATE',
  'PART',
  'LOOK',
  'ALONE',
];

/** The parts that `BEFORE` concerns. */
const comparing = ['views', 'landings', 'old', 'gateway', 'day'];

/** A load average from which on other work distorts the figures. */
const busy = 1;

/** @typedef {{ command: string, commit: string, date: string, before: number, after: number, processors: number }} Measured */

/** Processes that ran or waited for a processor, on average over the last minute. */
const load = () => loadavg()[0] ?? 0;

/** @param {string[]} args */
const git = (...args) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/**
 * The commit of the checkout, and whether files differ from it. Not counted is docs/speed.md, because the benchmark itself writes it.
 */
function commitOfCheckout() {
  try {
    const commit = git('rev-parse', '--short=8', 'HEAD');
    const changed = git('status', '--porcelain', '--', '.', ':!docs/speed.md');
    return `commit ${commit}${changed ? ' with uncommitted changes' : ''}`;
  } catch (error) {
    console.log(`The commit is unknown: ${/** @type {Error} */ (error).message}`);
    return 'an unknown commit';
  }
}

/**
 * The lines below a table.
 * @param {Measured} measured
 */
export function provenance({ command, commit, date, before, after, processors }) {
  const loads = `load average ${before.toFixed(1)} before and ${after.toFixed(1)} after`;
  const line = `\`${command}\`, ${commit}, ${date}, ${loads}, ${processors} processors`;
  if (before <= busy) return line;
  return `${line}\n\n**The machine was busy with other work before this run. Compare these figures only with each other.**`;
}

/**
 * Begins a run of the benchmark: call it before anything loads the machine. Returns what describes its tables.
 * @param {string} folder of the build
 * @param {string[]} args of the command
 */
export function beginRun(folder, args) {
  const before = load();
  const isOld = args.includes('built');
  /** @param {string} part */
  const optionsOf = (part) =>
    args.filter((one) => one === 'built' || (one === 'peers' && part === 'views')).join(' ');
  const checkout = isOld ? '' : commitOfCheckout();
  const variablesOf = (/** @type {string} */ part) =>
    changing.flatMap((name) => {
      const value = process.env[name];
      if (name === 'BEFORE' && !comparing.includes(part)) return [];
      // npm names the version of Node that runs it
      return value === undefined || value === process.execPath ? [] : [`${name}=${value} `];
    });
  /** @param {string} folder */
  const readOld = (folder) =>
    readFile(`${folder}/built-from.txt`, 'utf8').catch(() => 'a build of an unknown commit');
  const earlier = process.env.BEFORE;
  const comparedTo = async (/** @type {string} */ part) =>
    earlier && comparing.includes(part) ? `, before: ${await readOld(earlier)}` : '';
  return {
    /** Notes in the folder what it has just been built from, for runs that measure it again. */
    built: () => writeFile(`${folder}/built-from.txt`, checkout),
    /** The lines below the table of a part that has just been measured. @param {string} part */
    async of(part) {
      return provenance({
        command: `${variablesOf(part).join('')}npm run bench -- ${`${part} ${optionsOf(part)}`.trim()}`,
        commit: `${isOld ? await readOld(folder) : checkout}${await comparedTo(part)}`,
        date: new Date().toISOString().slice(0, 10),
        before,
        after: load(),
        processors: availableParallelism(),
      });
    },
  };
}
