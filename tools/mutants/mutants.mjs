// npm run mutants -- [count] [seed] [--in <path>] [--kind <kind>] [--tests <path>]: changes the gateway, the contract and the core at
// random places, one at a time. Runs the tests that reach them, and prints the changes that no test noticed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startOwnPostgres } from '../programs/postgres.mjs';
import { testFiles } from '../test/run-unit.mjs';
import { placesOf } from './places.mjs';
import { bundleMutants, inTurns, runTests } from './run.mjs';
import { tryAll } from './try-all.mjs';
import { worthwhile } from './worthwhile.mjs';

/** @import { Place } from './places.mjs' */
/** @import { Mutant, Outcome } from './run.mjs' */

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    in: { type: 'string', default: ['src/'], multiple: true },
    kind: { type: 'string', multiple: true },
    tests: { type: 'string', default: ['test/'], multiple: true },
    list: { type: 'boolean', default: false },
    unreached: { type: 'boolean', default: false },
    'at-once': { type: 'string', default: '2' },
    after: { type: 'string', default: '0' },
  },
});
const count = Number(positionals[0] ?? 40);
const seed = Number(positionals[1] ?? 1);
const atOnce = Number(options['at-once']);
const after = Number(options.after);
if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed))
  throw new Error('npm run mutants -- [count] [seed]: both are whole numbers, the count at least 1');
if (!Number.isSafeInteger(after) || after < 0) throw new Error('--after: a whole number, at least 0');

/** The mutated sources: rules and decisions about members and money. Demo data, sandboxes, drawings and page texts are excluded, as is what only a process of its own runs. */
const folders = ['src/server', 'src/contract', 'src/core'];
const left =
  /\/(seed|draw|drawings|captcha-picture|migrations|tables|.*sandbox.*|.*-page)(\.ts|\/)|server\/(main|start-gateway|first-admin|check-books|archive-months|spread-nodes|compile-ahead)\.ts|\.d\.ts$/;

const sources = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  )
  .filter((file) => file.endsWith('.ts') && !left.test(file))
  .sort();
/** Every place, numbered. @type {Mutant[]} */
const all = sources
  .flatMap((file) => placesOf(file, readFileSync(file, 'utf8')))
  .map((place, id) => ({ ...place, id }));
/** @type {Map<string, Set<number>>} */
const bySource = new Map();
for (const { file, id } of all) bySource.set(file, (bySource.get(file) ?? new Set()).add(id));
const drawable = new Set(worthwhile(all, (file) => readFileSync(file, 'utf8')));
const asked = all.filter(
  ({ file, kind }) =>
    options.in.some((one) => file.startsWith(one)) && (!options.kind || options.kind.includes(kind)),
);

/** The requested number, the same for the same seed, even after an entry was added to the table of equivalents. */
const mutants = shuffle(asked, seed)
  .filter((mutant) => drawable.has(mutant))
  .slice(after, after + count);
console.log(
  `${mutants.length} of ${asked.length} places, seed ${seed}${after ? `, after the first ${after}` : ''}`,
);
if (options.list) {
  for (const mutant of mutants) console.log(nameOf(mutant));
  process.exit(0);
}

const files = (await testFiles('test/server', 'test/unit')).filter(
  (file) =>
    options.tests.some((one) => file.startsWith(one)) &&
    !/test\/unit\/build\/|test\/(server\/(backup|containers|embed-samples)|unit\/layers)/.test(file),
);
const folder = path.resolve('dist/test/mutants');
const bundled = path.join(folder, `bundle-${process.pid}`);
const bundles = await bundleMutants(files, all, bundled);
const postgres = await startOwnPostgres();
const env = { TEST_ENGINE: 'pg', TEST_DATABASE_URL: postgres.url };
/** @type {(file: string) => string} */
const bundleOf = (file) => bundles.get(file)?.bundle ?? '';

try {
  const began = Date.now();
  const untouched = await runUntouched();
  const reached = reachedAtAll(untouched);
  const unreached = all.filter(({ id }) => !reached.has(id)).length;
  console.log(
    `${untouched.size} files run as they are, ${seconds(began)} s; no test passes ${unreached} of all ${all.length} places\n`,
  );

  if (options.unreached)
    for (const mutant of asked)
      if (drawable.has(mutant) && !reached.has(mutant.id)) console.log(`no test: ${nameOf(mutant)}`);

  /** @type {Mutant[]} */
  const survivors = [];
  await tryAll(mutants, { untouched, bySource, bundleOf, env, atOnce }, (mutant, by) => {
    if (!by) survivors.push(mutant);
    console.log(
      by ? `noticed  ${nameOf(mutant)}\n         by ${describe(by)}` : `SURVIVED ${nameOf(mutant)}`,
    );
  });

  console.log(`\n${seconds(began)} s`);
  for (const kind of [...new Set(mutants.map((mutant) => mutant.kind))].sort()) {
    const ofKind = mutants.filter((mutant) => mutant.kind === kind);
    const survived = survivors.filter((mutant) => mutant.kind === kind).length;
    console.log(`${kind.padEnd(11)} ${ofKind.length - survived} of ${ofKind.length} noticed`);
  }
  for (const mutant of survivors.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)))
    console.log(`survived: ${nameOf(mutant)}`);
  const noticed = mutants.length - survivors.length;
  console.log(
    `\n${noticed} of ${mutants.length} noticed (${Math.round((100 * noticed) / mutants.length)} %)`,
  );
} finally {
  await postgres.stop();
  rmSync(bundled, { recursive: true, force: true });
}

/**
 * The result of each test file without a mutant, and the places that it reaches. It is stored for the next run, because it takes as long
 * as all tests: after a change of tests only the changed ones run again, after a change of a mutated source all of them.
 * @returns {Promise<Map<string, Outcome>>}
 */
async function runUntouched() {
  const kept = path.join(folder, 'reached');
  mkdirSync(kept, { recursive: true });
  /** @type {Map<string, Outcome>} */
  const outcomes = new Map();
  const ofAll = JSON.stringify(sources.map((file) => [file, readFileSync(file, 'utf8')]));
  await inTurns(files, atOnce, async (file) => {
    const own = (bundles.get(file)?.sources ?? []).map((one) => readFileSync(one));
    const hash = createHash('sha256').update(ofAll);
    for (const text of own) hash.update(text);
    const name = hash.digest('hex');
    const at = path.join(kept, `${file.replaceAll('/', '+')}.json`);
    /** @type {{ hash: string, outcome: Outcome } | undefined} */
    const known = existsSync(at) ? JSON.parse(readFileSync(at, 'utf8')) : undefined;
    if (known?.hash === name) {
      outcomes.set(file, known.outcome);
      return;
    }
    let outcome = await runTests(bundleOf(file), { env, limit: 300_000 });
    if (outcome.failure) outcome = await runTests(bundleOf(file), { env, limit: 300_000 });
    if (outcome.failure)
      console.log(`fails as it is, and is left out: ${describe({ file, ...outcome.failure })}`);
    else {
      outcomes.set(file, outcome);
      writeFileSync(at, JSON.stringify({ hash: name, outcome }));
    }
  });
  return outcomes;
}

/** @param {Map<string, Outcome>} outcomes */
function reachedAtAll(outcomes) {
  return new Set([...outcomes.values()].flatMap(({ reached }) => Object.values(reached).flat()));
}

/** @param {{ file: string, title: string, message: string }} failure */
function describe({ file, title, message }) {
  return `${file}: ${title || 'the file'} (${message.split('\n')[0]?.slice(0, 120)})`;
}

/** @param {Place} place */
function nameOf({ file, line, kind, what }) {
  return `${file}:${line} ${kind}: ${what.replace(/\s+/g, ' ').slice(0, 140)}`;
}

/** @param {number} since */
function seconds(since) {
  return Math.round((Date.now() - since) / 1000);
}

/**
 * The same order for the same seed (mulberry32, Fisher and Yates).
 * @template T
 * @param {T[]} things
 * @param {number} from
 */
function shuffle(things, from) {
  const made = [...things];
  let state = from;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let i = made.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [made[i], made[j]] = [/** @type {T} */ (made[j]), /** @type {T} */ (made[i])];
  }
  return made;
}
