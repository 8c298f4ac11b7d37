import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { buildApp } from './build/app.mjs';
import { buildEmbeds } from './build/embeds.mjs';
import { buildServer } from './build/server.mjs';
import { reportEmbeds, reportSizes } from './build/sizes.mjs';
import { onBothEngines } from './engines.mjs';
import { reportFloor } from './floor.mjs';
import { fetchNode } from './nodes.mjs';
import { startPostgres } from './postgres.mjs';
import { runBrowsers } from './run-browsers.mjs';
import { prepareJourneys, runJourneys } from './run-journeys.mjs';
import { runUnit } from './run-unit.mjs';

/** @typedef {{ passed: number, failed: number, slow?: { file: string, seconds: number }[] }} Result */

/** Begun first, so that at the end nobody waits for one of them alone. */
const slowest = ['durable', 'fuzz-calls', 'conversation', 'door', 'mini-program', 'backup', 'package'];
/** @param {string} file */
const rank = (file) => (slowest.some((name) => file.endsWith(`/${name}.test.ts`)) ? 0 : 1);

/** @param {string} folder */
const find = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`)
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));

/** @type {(label: string, program: string, args: string[]) => Result} */
const command = (label, program, args) => {
  console.log(`\n— ${label}`);
  const { status } = spawnSync('npx', ['--no-install', program, ...args], { stdio: 'inherit' });
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
};

/** The files of `onBothEngines`; throws when one of them is gone, so that none is left out unnoticed. */
function filesOnBothEngines() {
  const all = find('test/server');
  return Object.keys(onBothEngines).map((name) => {
    const file = `test/server/${name}.test.ts`;
    if (!all.includes(file)) throw new Error(`tools/engines.mjs names ${file}, which is not there`);
    return file;
  });
}

const args = process.argv.slice(2);
/** What takes long, and tells of a change to one tool or to samples: in `test:all`. */
const rarelyTelling = [
  'test/unit/build/new-screen.test.ts',
  'test/server/embed-samples.test.ts',
  'test/server/backup.test.ts',
];
/** Whether every server test runs on both engines, and every journey on both libraries. */
const all = args.includes('all');
/** @param {string} folder */
const findTelling = (folder) => find(folder).filter((file) => all || !rarelyTelling.includes(file));

/**
 * The server's tests on another Node than this one.
 * @param {'22' | '24'} version
 */
async function onNode(version) {
  const { url, stop } = await startPostgres();
  return runUnit({
    files: find('test/server'),
    env: { TEST_ENGINE: 'pg', TEST_DATABASE_URL: url },
    label: `server, Node ${version}`,
    program: fetchNode(version),
  }).finally(stop);
}

/** @type {ReturnType<typeof prepareJourneys> | undefined} */
let prepared;
/** What all that is done in browsers begins with, made by the first step that needs it. */
const prepareOnce = () => (prepared ??= prepareJourneys());

/** A gateway with the demo data for browsers. */
async function startForBrowsers() {
  const { partner, start } = await prepareOnce();
  return { ...(await start()), partner };
}

/** Steps of `test:all` only. */
const onlyAll = ['node 22', 'node 24'];

/**
 * Everything CI runs, in the order in which a mistake is cheapest to find. `npm test <name>` runs one.
 * @type {Record<string, () => Result | Promise<Result>>}
 */
const steps = {
  types: () => command('types', 'tsc', ['-p', '.']),
  'tool types': () => command('types of the tools', 'tsc', ['-p', 'tools']),
  'mini-program types': () => command('types of the mini-program', 'tsc', ['-p', 'src/mini-program']),
  lint: () => command('lint and format', 'biome', ['ci', '.']),
  async build() {
    console.log('\n— build and budgets');
    const over = [...reportSizes(await buildApp()), ...reportEmbeds(await buildEmbeds())];
    await buildServer();
    const failed = over.length + reportFloor();
    return { passed: failed ? 0 : 1, failed };
  },
  unit: () =>
    runUnit({
      files: findTelling('test/unit'),
      label: 'unit',
      retry: true,
    }),
  server: () =>
    runUnit({
      files: all ? find('test/server') : filesOnBothEngines(),
      env: { TEST_ENGINE: 'pglite' },
      label: 'server, embedded database',
      retry: true,
    }),
  async postgres() {
    const { url, stop } = await startPostgres();
    return runUnit({
      files: findTelling('test/server'),
      env: { TEST_ENGINE: 'pg', TEST_DATABASE_URL: url },
      label: 'server, PostgreSQL',
      retry: true,
    }).finally(stop);
  },
  'node 22': () => onNode('22'),
  'node 24': () => onNode('24'),
  journeys: async () =>
    runJourneys({ label: 'journeys', library: 'preact', all, prepared: await prepareOnce() }),
  browsers: () => runBrowsers(all ? ['69', '92', 'current'] : ['69'], startForBrowsers),
  react: async () =>
    runJourneys({
      label: 'journeys on React',
      library: 'react',
      all,
      ...(all ? { engine: 'pglite' } : { grep: '@react', prepared: await prepareOnce() }),
    }),
};
/** @type {Record<string, string[]>} */
const alone = {
  types: ['types', 'tool types', 'mini-program types'],
  server: ['server', 'postgres'],
  journeys: ['build', 'journeys'],
  browsers: ['build', 'browsers'],
  react: ['build', 'react'],
};

const named = args.filter((name) => name !== 'all');
const names = named.length
  ? [...new Set(named.flatMap((name) => alone[name] ?? [name]))]
  : Object.keys(steps).filter((name) => all || !onlyAll.includes(name));
const total = { passed: 0, failed: 0 };
/** @type {{ name: string, seconds: number, slow: { file: string, seconds: number }[] }[]} */
const times = [];
for (const name of names) {
  const step = steps[name];
  if (!step) throw new Error(`There is no step "${name}": all, ${Object.keys(steps).join(', ')}`);
  const began = Date.now();
  const { passed, failed, slow = [] } = await step();
  total.passed += passed;
  total.failed += failed;
  times.push({ name, seconds: (Date.now() - began) / 1000, slow });
}
await (await prepared)?.end();

/** @type {(seconds: number, name: string) => string} */
const timed = (seconds, name) => `${seconds.toFixed(1).padStart(7)} s  ${name}`;
console.log('\n— time');
for (const { name, seconds, slow } of times) {
  console.log(timed(seconds, name));
  for (const one of slow.slice(0, 3)) console.log(timed(one.seconds, `  ${one.file}`));
}
console.log(
  timed(
    times.reduce((sum, { seconds }) => sum + seconds, 0),
    'in all',
  ),
);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed || !total.passed ? 1 : 0);
