import { execFileSync, spawn } from 'node:child_process';
import { lackedByCitus } from '../citus/build.mjs';
import { hasStandbys } from '../programs/postgres.mjs';

/**
 * How `npm run test:all` covers each command of README.md, CONTRIBUTING.md or docs:
 * - `step`: it is that step of tools/test/test.mjs, or part of it;
 * - `test`: that file runs it; `by`: a text of the file that shows where, if it differs from the command;
 * - `brief`: the step `commands` runs it, as short as possible; `until`: it runs endlessly and is stopped once it prints that;
 * - `lacks`: says why this machine cannot run it, if so; the run ends with what was left out;
 * - `never`: why it cannot be run there.
 * `test/unit/build/commands.test.ts` checks that every command is listed.
 * @typedef {{ step?: string, test?: string, by?: string, brief?: string[], until?: string, lacks?: () => string | undefined, env?: Record<string, string>, never?: string }} Played
 */

/** @type {(command: string, file?: string) => Played} */
const atDesk = (command, file = 'desk') => ({
  test: `test/server/${file}.test.ts`,
  by: command
    .split(' ')
    .map((word) => `'${word}'`)
    .join(', '),
});

/** By the command, without example arguments. @type {Record<string, Played>} */
export const commands = {
  'npm ci': { never: 'it installs what the run itself needs' },
  'npm test': { step: 'unit' },
  'npm start': { test: 'tools/programs/gateway.mjs', by: 'dist/server/main.mjs' },
  'npm run build': { step: 'build' },
  'npm run dev': { brief: ['npm', 'run', 'dev'], until: 'Cloudphone: http' },
  'npm run format': { step: 'lint' },
  'npm run lint': { step: 'lint' },
  'npm run package': { test: 'test/unit/embed/package.test.ts', by: 'buildPackage' },
  'npm run new-screen': { test: 'test/unit/build/new-screen.test.ts' },
  'npm run release': { test: 'test/server/embed-releases.test.ts', by: 'keepRelease' },
  'node tools/build/release-command.mjs': { test: 'test/server/embed-releases.test.ts', by: 'keepRelease' },
  'npm run docs': { test: 'test/unit/docs-site.test.ts', by: 'buildDocs' },
  'node tools/docs/periods.mjs': { test: 'test/unit/retention.test.ts', by: 'periodsTable' },
  'npm run sdks': { test: 'test/server/sdks.test.ts', by: 'generated' },
  'node tools/test/member-exceptions.mjs': {
    never: 'it needs a complete run of the server tests before it, and changes a list',
  },
  'npm run coverage': { test: 'test/unit/coverage/coverage.test.ts' },
  'npm run test:all': { step: 'all' },
  'npm run test:unit': { step: 'unit' },
  'npm run test:journeys': { step: 'journeys' },
  'npm run test:react': { step: 'react' },
  'npm run pictures': { brief: ['npm', 'run', 'pictures', '--', 'login'] },
  'npm run pictures:desk': {
    brief: ['npm', 'run', 'pictures:desk', '--', 'members', '--look', '--languages=en', '--wide', '--light'],
  },
  'node tools/lint/prose.mjs': { step: 'prose' },
  'npm run mutants': {
    brief: [
      'npm',
      'run',
      'mutants',
      '--',
      '2',
      '--in',
      'src/server/addresses/',
      '--tests',
      'test/server/addresses',
    ],
  },
  'npm run soak': { brief: ['npm', 'run', 'soak', '--', '50', '1'] },
  'node tools/load/faults.mjs': { test: 'tools/load/soak.mjs', by: 'playFaults' },
  'node tools/load/flood.mjs': { brief: ['node', 'tools/load/flood.mjs'] },
  'node tools/load/replica.mjs': {
    brief: ['node', 'tools/load/replica.mjs', '5', '10'],
    lacks: () => (hasStandbys() ? undefined : 'it needs pg_basebackup'),
  },
  'node tools/load/point-in-time.mjs': {
    brief: ['node', 'tools/load/point-in-time.mjs'],
    lacks: lackedByPointInTime,
  },
  'node tools/phone/start.mjs': { test: 'test/server/phones.test.ts', by: 'openPhones' },
  'node tools/load/proxy.mjs': { never: 'it needs nginx, and addresses of the machine' },
  'npm run load': { brief: ['npm', 'run', 'load', '--', '1'] },
  'npm run bench': {
    brief: ['npm', 'run', 'bench', '--', 'gateway'],
    env: { BENCH_FOLDER: 'dist/test/bench', ROUNDS: '1' },
  },
  'node tools/bench/clone.mjs': { never: 'it installs all packages, which takes minutes' },
  'node tools/bench/months.mjs': { brief: ['node', 'tools/bench/months.mjs', '5', '3'] },
  'node tools/bench/money.mjs': {
    brief: ['node', 'tools/bench/money.mjs', 'dist/server/main.mjs'],
    env: { ROUNDS: '1', EACH: '2' },
  },
  'node tools/bench/sign-in.mjs': { brief: ['node', 'tools/bench/sign-in.mjs'] },
  'npm run simulate': { brief: ['npm', 'run', 'simulate'] },
  'npm run cluster': { brief: ['npm', 'run', 'cluster'], until: 'Ctrl-C ends it', lacks: lackedByCluster },
  'npm run test:cluster': {
    brief: ['npm', 'run', 'test:cluster', '--', 'gateway1'],
    lacks: lackedByCluster,
  },
  'node tools/cluster/test.mjs citus': {
    brief: ['node', 'tools/cluster/test.mjs', 'citus', 'worker1'],
    lacks: () => lackedByCluster() ?? lackedByCitus(),
  },
  'node tools/cluster/test.mjs upgrade': { never: 'it needs a checkout of another version that is built' },
  'node tools/prove/one-journey.mjs': { test: 'tools/prove/prove.mjs' },
  'node tools/test/run-unit.mjs': { test: 'test/unit/build/run-unit.test.ts', by: 'runUnit' },
  'node dist/server/first-admin.mjs': {
    test: 'test/journeys/support/new-company.ts',
    by: 'first-admin.mjs',
  },
  'node dist/server/compile-ahead.mjs': { test: 'tools/build/server.mjs', by: 'compile-ahead.mjs' },
  'node dist/server/check-books.mjs': { test: 'test/server/backup-verified.test.ts', by: "'verify'" },
  'node tools/test/spread.mjs': { never: 'it runs the tests that fail, and changes a list' },
  'node tools/cluster/spread.mjs': {
    brief: ['node', 'tools/cluster/spread.mjs', '3'],
    lacks: lackedByCitus,
  },
  'node tools/citus/citus.mjs': { test: 'test/server/nodes.test.ts', by: 'startNodes' },
  'operator spread plan': { test: 'test/server/nodes.test.ts', by: 'planSpread' },
  'operator spread go': { test: 'test/server/nodes.test.ts', by: 'spread(client' },
  'operator spread verify': { test: 'test/server/nodes.test.ts', by: 'verifySpread' },
  'operator spread back': { test: 'test/server/nodes.test.ts', by: 'bringBack' },
  'node dist/server/archive-months.mjs': { test: 'test/server/archive.test.ts', by: "'archive', 'go'" },
  'operator archive list': { test: 'test/server/archive.test.ts', by: "'archive', 'list'" },
  'operator archive go': { test: 'test/server/archive.test.ts', by: "'archive', 'go'" },
  'operator archive back': { test: 'test/server/archive.test.ts', by: "'archive', 'back'" },
  'operator archive check': { test: 'test/server/archive.test.ts', by: "'archive', 'check'" },
  'node build.mjs mini-program': { test: 'test/server/mini-program.test.ts', by: 'buildMiniProgram' },
  'node tools/desk/operator.mjs': { test: 'test/server/operator.test.ts', by: 'operator.mjs' },
  'operator desk join': { test: 'test/server/people.test.ts', by: "'desk', 'join'" },
  'operator job dead': atDesk('job dead', 'going-live'),
  'operator ledger check': atDesk('ledger check', 'operator'),
  'operator machine online': { test: 'test/server/desk.test.ts', by: "'machine', said" },
  'operator machine waiting': atDesk('machine waiting'),
  'operator partner list': atDesk('partner list'),
  'operator partner invite': atDesk('partner invite', 'console'),
  'operator partner requests': atDesk('partner requests', 'console'),
  'operator payment list': atDesk('payment list', 'payments'),
  'operator person add': atDesk('person add'),
  'operator remittance list': {
    test: 'test/journeys/buying.journey.ts',
    by: "'remittance', 'list'",
  },
  'operator setting list': atDesk('setting list'),
};

/** Of steps with `npm test -- <step>`. @param {string} command */
export const stepOf = (command) => /^npm test -- '?([\w ]+?)'?$/.exec(command)?.[1];

/**
 * Runs a command and returns whether it succeeded, and its output. One with `until` is stopped (SIGINT) once it has printed that, or
 * after ten minutes.
 * @param {string[]} command
 * @param {{ until?: string | undefined, env?: Record<string, string> | undefined }} how
 * @returns {Promise<{ held: boolean, printed: string }>}
 */
export const play = ([program = '', ...args], { until, env = {} }) =>
  new Promise((settle) => {
    const child = spawn(program, args, {
      detached: true, // npm and its children are one process group, which is stopped together
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    let printed = '';
    let seen = false;
    const end = () => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGINT');
      } catch {
        // it has ended by then
      }
    };
    const limit = setTimeout(end, 600_000);
    for (const output of [child.stdout, child.stderr])
      output.setEncoding('utf8').on('data', (text) => {
        printed += text;
        if (seen || !until || !printed.includes(until)) return;
        seen = true;
        end();
      });
    child.once('close', (status) => {
      clearTimeout(limit);
      settle({ held: until ? seen : status === 0, printed });
    });
  });

/**
 * The programs that this machine lacks, with the packages to install, as a text; undefined if it has all of them.
 * @param {string[]} programs
 * @param {string} packages
 */
export function lacked(programs, packages) {
  const lacks = programs.filter((program) => {
    try {
      execFileSync('which', [program], {
        env: { PATH: `${process.env.PATH}:/usr/sbin` },
        stdio: 'ignore',
      });
      return false;
    } catch {
      return true;
    }
  });
  return lacks.length ? `not installed: ${lacks.join(', ')} (apt-get install ${packages})` : undefined;
}

/** Why this machine cannot run a cluster. */
function lackedByCluster() {
  if (process.getuid?.() !== 0) return 'needs root';
  return lacked(['patroni', 'etcd', 'haproxy', 'pgbouncer'], 'patroni etcd-server haproxy pgbouncer');
}

/** Why this machine cannot restore as of a moment. */
function lackedByPointInTime() {
  return lacked(['pgbackrest'], 'pgbackrest');
}
