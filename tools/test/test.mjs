import { spawn } from 'node:child_process';
import { buildApp } from '../build/app.mjs';
import { buildEmbeds } from '../build/embeds.mjs';
import { reportFloor } from '../build/engine-floor.mjs';
import { writeInventory } from '../build/inventory.mjs';
import { buildServer } from '../build/server.mjs';
import { reportEmbeds, reportSizes } from '../build/sizes.mjs';
import { lackedByCitus } from '../citus/build.mjs';
import { checkHistory } from '../lint/commit-messages.mjs';
import { checkProse } from '../lint/prose.mjs';
import { fetchNode } from '../programs/nodes.mjs';
import { startPostgres } from '../programs/postgres.mjs';
import { checkTypes, prove } from '../prove/prove.mjs';
import { commands, play } from './commands.mjs';
import { onBothEngines } from './engines.mjs';
import { find, isRarely } from './find.mjs';
import { forgetExceptions, reportUnneeded } from './member-exceptions.mjs';
import { chromiums, others, runBrowsers } from './run-browsers.mjs';
import { runEmbeds } from './run-embeds.mjs';
import { prepareJourneys, runJourneys } from './run-journeys.mjs';
import { lackedByOperate, runOperate } from './run-operate.mjs';
import { runUnit } from './run-unit.mjs';
import { lackedBySdks } from './sdk-programs.mjs';
import { runSpread } from './spread.mjs';

/** `left`: what the step does not run. @typedef {{ passed: number, failed: number, slow?: { file: string, seconds: number }[], left?: string }} Result */

/**
 * Runs a program and prints its complete output when it has ended, because others may run in parallel.
 * @type {(label: string, program: string, args: string[]) => Promise<Result>}
 */
const command = (label, program, args) =>
  new Promise((settle) => {
    const started = spawn('npx', ['--no-install', program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const output of [started.stdout, started.stderr])
      output.setEncoding('utf8').on('data', (text) => (said += text));
    started.once('close', (status) => {
      console.log(`\n— ${label}\n${said}`.trimEnd());
      settle({ passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 });
    });
  });

/**
 * In one thread: several each check the types that files share, which takes twice the work of the processors that the other steps need.
 * @type {(label: string, project: string) => Promise<Result>}
 */
const types = (label, project) => command(label, 'tsc', ['-p', project, '--singleThreaded']);

/** The files of `onBothEngines`; throws if one of them does not exist, so that none is silently left out. */
function filesOnBothEngines() {
  const all = find('test/server');
  return Object.keys(onBothEngines).map((name) => {
    const file = `test/server/${name}.test.ts`;
    if (!all.includes(file)) throw new Error(`tools/test/engines.mjs names ${file}, which is not there`);
    return file;
  });
}

const args = process.argv.slice(2);
/** Whether every server test runs on both engines, and every journey on both libraries. */
const all = args.includes('all');

/**
 * The files of a step. Without `all`, those that are marked `@rarely` are left out, and the end of the output says so.
 * @param {'unit' | 'server' | 'postgres'} step
 * @param {string[]} files
 */
function telling(step, files) {
  const chosen = files.filter((file) => all || !isRarely(file));
  const count = files.length - chosen.length;
  if (count)
    left.push(`${step}: ${count} of ${files.length} files, marked @rarely (npm test -- ${step} all)`);
  return chosen;
}

/**
 * The server's tests on another version of Node.
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
/** The initial state of all browser steps, created by the first step that needs it. */
const prepareOnce = () => (prepared ??= prepareJourneys());

/** A gateway with the demo data for browsers. */
async function startForBrowsers() {
  const { partner, start } = await prepareOnce();
  return { ...(await start()), partner };
}

/** Skipped checks, and the reason: printed at the end, where they are noticed. @type {string[]} */
const left = [];

/**
 * Notes what this machine cannot run: `test:all` continues without it, a request by name fails.
 * @param {string} what
 * @param {string} lack
 */
function leftOut(what, lack) {
  console.log(`\n— ${what}\n${lack}`);
  left.push(`${what}: ${lack}`);
  return { passed: 0, failed: named.length ? 1 : 0 };
}

/**
 * Every screen in a browser that we cannot download.
 * @param {keyof typeof others} name
 */
function inOther(name) {
  const { lacks, ...browser } = others[name];
  if (!lacks) return runBrowsers([browser], startForBrowsers);
  return leftOut(`every screen in ${name}`, `not installed (apt-get install ${lacks})`);
}

/** Commands in the documents that no other step runs, each for a moment. */
async function runCommands() {
  const total = { passed: 0, failed: 0 };
  console.log('\n— commands of the documents');
  for (const [name, { brief, lacks, until, env }] of Object.entries(commands)) {
    if (!brief) continue;
    const lack = lacks?.();
    if (lack) {
      left.push(`${name}: ${lack}`);
      continue;
    }
    const { held, printed } = await play(brief, { until, env });
    total[held ? 'passed' : 'failed']++;
    console.log(`${held ? 'ok  ' : 'FAIL'} ${brief.join(' ')}`);
    if (!held) console.log(printed.split('\n').slice(-40).join('\n'));
  }
  return total;
}

/** The proofs of the specification's table in parts, for parallel machines: `npm test -- 'proofs 2/4'`. */
const shards = 4;
const proofs = Array.from({ length: shards }, (_, at) => `proofs ${at + 1}/${shards}`);

/** Steps of `test:all` only. */
const onlyAll = [
  'spread',
  'node 22',
  'node 24',
  'webkit',
  'firefox',
  'embeds',
  'react',
  'commands',
  'operate',
  'breaks',
  ...proofs,
];

/**
 * The steps of CI, in the order in which failures are cheapest to find. `npm test <name>` runs one.
 * @type {Record<string, () => Result | Promise<Result>>}
 */
const steps = {
  types: () => types('types', '.'),
  'tool types': () => types('types of the tools', 'tools'),
  'mini-program types': () => types('types of the mini-program', 'src/mini-program'),
  lint: () => command('lint and format', 'biome', ['ci', '.']),
  unused: () => command('files and exports that nothing uses', 'knip', ['--no-progress']),
  async prose() {
    console.log('\n— prose');
    const failed = checkProse();
    return { passed: failed ? 0 : 1, failed };
  },
  async 'commit messages'() {
    console.log('\n— commit messages');
    const failed = checkHistory();
    return { passed: failed ? 0 : 1, failed };
  },
  async build() {
    const [app, embeds] = [await buildApp(), await buildEmbeds()];
    await buildServer();
    await writeInventory(); // a screen shows the licences
    console.log('\n— build and budgets');
    const over = [...reportSizes(app), ...reportEmbeds(embeds)];
    const failed = over.length + reportFloor();
    return { passed: failed ? 0 : 1, failed };
  },
  unit: () => runUnit({ files: telling('unit', find('test/unit')), label: 'unit', retry: true }),
  server: () =>
    runUnit({
      files: all ? find('test/server') : telling('server', filesOnBothEngines()),
      env: { TEST_ENGINE: 'pglite' },
      label: 'server, embedded database',
      retry: true,
    }),
  async postgres() {
    if (all) left.push(...lackedBySdks());
    forgetExceptions();
    const { url, stop } = await startPostgres();
    const result = await runUnit({
      files: telling('postgres', find('test/server')),
      env: { TEST_ENGINE: 'pg', TEST_DATABASE_URL: url },
      label: 'server, PostgreSQL',
      retry: true,
    }).finally(stop);
    return all ? reportUnneeded(result) : result;
  },
  async spread() {
    const lack = lackedByCitus();
    if (!lack) return runSpread(find('test/server'));
    return leftOut('the server tests on a database that is spread', lack);
  },
  'node 22': () => onNode('22'),
  'node 24': () => onNode('24'),
  journeys: async () =>
    runJourneys({ label: 'journeys', library: 'preact', all, prepared: await prepareOnce() }),
  browsers: () => runBrowsers(chromiums(all ? ['69', '92', 'current'] : ['69']), startForBrowsers),
  webkit: () => inOther('WebKit'),
  firefox: () => inOther('Firefox'),
  embeds: async () => runEmbeds({ prepared: await prepareOnce() }),
  commands: runCommands,
  async operate() {
    const lack = await lackedByOperate();
    if (!lack) return runOperate();
    return leftOut('the commands of docs/operate.md on a bare Debian', lack);
  },
  react: async () =>
    runJourneys({
      label: 'journeys on React',
      library: 'react',
      all,
      ...(all ? { engine: 'pglite' } : { grep: '@react', prepared: await prepareOnce() }),
    }),
  breaks: checkTypes,
  ...Object.fromEntries(proofs.map((name, at) => [name, () => prove({ shard: [at + 1, shards] })])),
};
/** Steps that only read the source and use one core: in parallel with the others, first of all with the build. */
const reading = ['types', 'tool types', 'mini-program types', 'lint', 'unused', 'prose', 'commit messages'];
/** @type {Record<string, string[]>} */
const alone = {
  types: ['types', 'tool types', 'mini-program types'],
  lint: ['lint', 'unused'],
  server: ['server', 'postgres'],
  journeys: ['build', 'journeys'],
  browsers: ['build', 'browsers'],
  webkit: ['build', 'webkit'],
  firefox: ['build', 'firefox'],
  embeds: ['build', 'embeds'],
  commands: ['build', 'commands'],
  react: ['build', 'react'],
};

const named = args.filter((name) => name !== 'all');
const names = named.length
  ? [...new Set(named.flatMap((name) => alone[name] ?? [name]))]
  : Object.keys(steps).filter((name) => all || !onlyAll.includes(name));
const total = { passed: 0, failed: 0 };
/** @type {{ name: string, seconds: number, slow: { file: string, seconds: number }[] }[]} */
const times = [];
const unknown = names.find((name) => !steps[name]);
if (unknown) throw new Error(`There is no step "${unknown}": all, ${Object.keys(steps).join(', ')}`);
/** @param {string[]} some */
async function runSteps(some) {
  for (const name of some) {
    const began = Date.now();
    const result = await steps[name]?.();
    total.passed += result?.passed ?? 0;
    total.failed += result?.failed ?? 1;
    if (result?.left) left.push(`${name}: ${result.left}`);
    times.push({ name, seconds: (Date.now() - began) / 1000, slow: result?.slow ?? [] });
  }
}
const begun = Date.now();
const isReading = (/** @type {string} */ name) => reading.includes(name);
await Promise.all([runSteps(names.filter(isReading)), runSteps(names.filter((name) => !isReading(name)))]);
await (await prepared)?.end();

/** @type {(seconds: number, name: string) => string} */
const timed = (seconds, name) => `${seconds.toFixed(1).padStart(7)} s  ${name}`;
console.log('\n— time');
for (const { name, seconds, slow } of times.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name))) {
  console.log(timed(seconds, name));
  for (const one of slow.slice(0, 3)) console.log(timed(one.seconds, `  ${one.file}`));
}
console.log(timed((Date.now() - begun) / 1000, 'in all'));
if (left.length) console.log(`\n— not looked at\n${left.join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed || !total.passed ? 1 : 0);
