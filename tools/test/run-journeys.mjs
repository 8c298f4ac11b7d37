import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildApp } from '../build/app.mjs';
import { writeInventory } from '../build/inventory.mjs';
import { buildServer } from '../build/server.mjs';
import { headlessShell, launchOptions } from '../programs/chromium.mjs';
import { freePort } from '../programs/gateway.mjs';
import { addPeople } from '../programs/people.mjs';
import { startPostgres } from '../programs/postgres.mjs';
import { createDatabase, startSeededGateway } from '../programs/seeded-gateway.mjs';
import { atOnce } from './at-once.mjs';

/** @param {number} port */
const local = (port) => `http://localhost:${port}`;

/** Additional confirmations of payments have their own journey, on a separate gateway, because they would disturb the others. */
export const unasked = { PAY_PASSWORD_FROM: 'off', PAYOUT_REST_HOURS: '0' };

/**
 * Seconds that each file took, over all workers, slowest first.
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
 * The initial state of the journeys: demo data and members for them, in a database of which gateways use a copy, and addresses for the
 * example partner's site and for pages that the journeys themselves serve, one per worker. Creating it takes ten seconds. `engine` pg: on
 * PostgreSQL, which takes half the time of the embedded database.
 * @param {'pg' | 'pglite'} [engine]
 */
export async function prepareJourneys(engine = 'pg') {
  const partnerPort = await freePort();
  const hosts = await Promise.all(Array.from({ length: atOnce }, freePort));
  const shop = {
    secret: 'a-secret-of-the-journeys-and-no-other',
    origins: [partnerPort, ...hosts].map(local),
  };
  // each worker's page belongs to a separate partner, because a partner's tokens per minute for one member are limited
  const partners = ['p_demo', 'p_other', ...hosts.map((_, worker) => `p_host${worker}`)].map((id) => ({
    id,
    name: { en: 'Demo Shop', zh: '示例商店' },
    ...shop,
  }));
  const home = mkdtempSync(join(tmpdir(), 'cloudphone-journeys-'));
  const own = { PARTNER_PORT: String(partnerPort), PARTNERS: JSON.stringify(partners) };
  const postgres = engine === 'pg' ? await startPostgres() : undefined;
  const database = postgres && (await createDatabase(postgres.url));
  const seeded = { folder: join(home, 'seeded'), database };
  const names = join(home, 'people');
  await addPeople({
    ...own,
    DATA_DIR: seeded.folder,
    PEOPLE: names,
    ...(database && { DATABASE_URL: database }),
  });
  return {
    seeded,
    hosts,
    partner: local(partnerPort),
    partnerSecret: shop.secret,
    /** A folder with the names of the members, none of them used. */
    people() {
      const folder = mkdtempSync(join(home, 'people-'));
      cpSync(names, folder, { recursive: true });
      return folder;
    },
    /**
     * A gateway on a copy of the data.
     * @param {{ program?: string, [variable: string]: string | undefined }} [options]
     */
    start: (options) => startSeededGateway(seeded, { ...own, ...options }),
    async end() {
      await postgres?.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof prepareJourneys>>} Prepared */

/**
 * The browser journeys, on a separate gateway. `library` react: the same source on real React. `all`: also those tagged `@rarely`.
 * `once`: without retries. `prepared`: their initial state, if it exists already; it is not changed.
 * @param {{ label: string, library: 'preact' | 'react', engine?: 'pg' | 'pglite', grep?: string, all?: boolean, once?: boolean, prepared?: Prepared }} what
 */
export async function runJourneys({ label, library, engine, grep, all, once, prepared }) {
  console.log(`\n— ${label}`);
  const folder = library === 'react' ? 'dist/react' : 'dist';
  if (library === 'react') {
    await buildApp({ library, out: `${folder}/app` });
    await writeInventory(folder); // a screen shows the licences
    cpSync('dist/embed', `${folder}/embed`, { recursive: true }); // embeds do not change with the library of the page
    await buildServer(`${folder}/server`);
  }
  launchOptions(headlessShell); // a missing Chromium is downloaded once, before the first journey
  const begun = prepared ?? (await prepareJourneys(engine));
  const gateway = await begun.start({ program: `${folder}/server/main.mjs`, ...unasked });
  const report = resolve(`test-results/${library}.json`);
  mkdirSync('test-results', { recursive: true });
  const reporters = ['list', 'json'];
  if (!all && !grep) reporters.push(resolve('tools/test/everyday-journeys.mjs'));
  const args = [
    '--no-install',
    'playwright',
    'test',
    '-c',
    'test/journeys/playwright.config.mjs',
    `--reporter=${reporters.join()}`,
  ];
  if (grep) args.push('--grep', grep);
  if (once) args.push('--retries', '0');
  const playwright = spawn('npx', args, {
    stdio: 'inherit',
    env: {
      ...process.env,
      BASE_URL: gateway.url,
      PEOPLE: begun.people(),
      SEEDED: JSON.stringify(begun.seeded),
      PARTNER_URL: begun.partner,
      PARTNER_SECRET: begun.partnerSecret,
      HOST_PORTS: begun.hosts.join(),
      WORKERS: String(atOnce),
      LIBRARY: library,
      TEST_ALL: all ? 'on' : 'off',
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
  });
  const code = await new Promise((settle) => playwright.once('exit', settle));
  const stopped = await gateway.stop();
  if (!prepared) await begun.end();
  const result = JSON.parse(readFileSync(report, 'utf8'));
  const { stats, config } = result;
  const { leftOut } = config.metadata;
  const failed = stats.unexpected + (stopped === 0 ? 0 : 1);
  if (stats.flaky) console.log(`${stats.flaky} passed only at the second try, named above as flaky`);
  if (stopped !== 0) console.log(`The gateway ended with ${stopped}:\n${gateway.said()}`);
  return {
    passed: stats.expected + stats.flaky,
    failed: failed || (code === 0 && stats.expected ? 0 : 1),
    slow: secondsOf(result),
    ...(leftOut && { left: `${leftOut} journeys, tagged @rarely (npm test -- journeys all)` }),
  };
}
