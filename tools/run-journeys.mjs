import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildApp } from './build/app.mjs';
import { buildServer } from './build/server.mjs';
import { bundleProgram } from './bundle-program.mjs';
import { headlessShell, launchOptions } from './chromium.mjs';
import { freePort } from './gateway.mjs';
import { startPostgres } from './postgres.mjs';
import { createDatabase, startSeededGateway } from './seeded-gateway.mjs';

/** @param {number} port */
const local = (port) => `http://localhost:${port}`;

/**
 * Fills the database of the journeys' gateway before it starts: the demo data, and members for the journeys.
 * @param {Record<string, string>} env
 */
async function addPeople(env) {
  const program = await bundleProgram('test/journeys/support/people.ts', 'people');
  try {
    execFileSync(process.execPath, [program], { env: { ...process.env, ...env }, stdio: 'inherit' });
  } finally {
    rmSync(program);
  }
}

/** Journeys at once: one more than two cores, since most of a journey is waiting. */
const workers = 3;

/** The tag of what takes long and tells little that others do not: in `test:all`, and when it is asked for by name. */
const rarelyTelling = '@rarely';

/** What payments ask for besides has a journey of its own, on a gateway of its own: everywhere else it would be in the way. */
const unasked = { PAY_PASSWORD_FROM: 'off', PAYOUT_REST_HOURS: '0' };

/**
 * Seconds that each file took, of all workers together, slowest first.
 * @param {any} report as Playwright writes it
 */
function secondsOf({ suites }) {
  /** @type {(suite: any) => number} */
  const sum = ({ specs = [], suites: inner = [] }) =>
    specs.reduce(
      (/** @type {number} */ all, /** @type {any} */ { tests }) =>
        all +
        tests.reduce(
          (/** @type {number} */ ms, /** @type {any} */ { results }) =>
            ms +
            results.reduce((/** @type {number} */ n, /** @type {any} */ { duration }) => n + duration, 0),
          0,
        ),
      inner.reduce((/** @type {number} */ all, /** @type {any} */ one) => all + sum(one), 0),
    );
  /** @type {{ file: string, seconds: number }[]} */
  const files = suites.map((/** @type {any} */ suite) => ({ file: suite.file, seconds: sum(suite) / 1000 }));
  return files.sort((a, b) => b.seconds - a.seconds);
}

/**
 * The browser journeys, on a gateway of their own. `library` react: the same source on real React.
 * `all`: also what is tagged `@rarely`.
 * `engine` pg: on PostgreSQL, which takes half the time of the embedded database.
 * @param {{ label: string, library: 'preact' | 'react', engine?: 'pg' | 'pglite', grep?: string, all?: boolean }} what
 */
export async function runJourneys({ label, library, engine = 'pg', grep, all }) {
  console.log(`\n— ${label}`);
  const folder = library === 'react' ? 'dist/react' : 'dist';
  if (library === 'react') {
    await buildApp({ library, out: `${folder}/app` });
    cpSync('dist/embed', `${folder}/embed`, { recursive: true }); // in anybody's page, React's too, they are what they are
    await buildServer(`${folder}/server`);
  }
  // The example partner's site, and pages that the journeys themselves serve, one for each worker.
  const partnerPort = await freePort();
  const hosts = await Promise.all(Array.from({ length: workers }, freePort));
  const shop = {
    secret: 'a-secret-of-the-journeys-and-no-other',
    origins: [partnerPort, ...hosts].map(local),
  };
  const partners = ['p_demo', 'p_other'].map((id) => ({
    id,
    name: { en: 'Demo Shop', zh: '示例商店' },
    ...shop,
  }));
  launchOptions(headlessShell); // a Chromium that has to be fetched is fetched once, and not within the time of a journey
  const home = mkdtempSync(join(tmpdir(), 'cloudphone-journeys-'));
  const people = join(home, 'people');
  const own = { PARTNER_PORT: String(partnerPort), PARTNERS: JSON.stringify(partners) };
  const postgres = engine === 'pg' ? await startPostgres() : undefined;
  const database = postgres && (await createDatabase(postgres.url));
  const seeded = { folder: join(home, 'seeded'), database };
  await addPeople({
    ...own,
    DATA_DIR: seeded.folder,
    PEOPLE: people,
    ...(database && { DATABASE_URL: database }),
  });
  const program = `${folder}/server/main.mjs`;
  const gateway = await startSeededGateway(seeded, { program, ...own, ...unasked });
  const report = resolve(`test-results/${library}.json`);
  mkdirSync('test-results', { recursive: true });
  const args = [
    '--no-install',
    'playwright',
    'test',
    '-c',
    'test/journeys/playwright.config.mjs',
    '--reporter=list,json',
  ];
  if (grep) args.push('--grep', grep);
  if (!all && !grep) args.push('--grep-invert', rarelyTelling);
  const playwright = spawn('npx', args, {
    stdio: 'inherit',
    env: {
      ...process.env,
      BASE_URL: gateway.url,
      PEOPLE: people,
      SEEDED: JSON.stringify(seeded),
      PARTNER_URL: local(partnerPort),
      PARTNER_SECRET: shop.secret,
      HOST_PORTS: hosts.join(),
      WORKERS: String(workers),
      LIBRARY: library,
      TEST_ALL: all ? 'on' : 'off',
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
  });
  const code = await new Promise((settle) => playwright.once('exit', settle));
  const stopped = await gateway.stop();
  await postgres?.stop();
  rmSync(home, { recursive: true, force: true });
  const result = JSON.parse(readFileSync(report, 'utf8'));
  const { stats } = result;
  const failed = stats.unexpected + (stopped === 0 ? 0 : 1);
  if (stats.flaky) console.log(`${stats.flaky} passed only at the second try, named above as flaky`);
  if (stopped !== 0) console.log(`The gateway ended with ${stopped}:\n${gateway.said()}`);
  return {
    passed: stats.expected + stats.flaky,
    failed: failed || (code === 0 && stats.expected ? 0 : 1),
    slow: secondsOf(result),
  };
}
