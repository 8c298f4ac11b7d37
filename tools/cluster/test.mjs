// npm run test:cluster [-- name of a fault …]: members load three gateways on three database nodes while parts are killed, and
// acknowledged actions are compared with the data. `npm run cluster` starts the same and leaves it running; `node tools/cluster/test.mjs
// upgrade <checkout>`, with a built checkout, begins with its version and upgrades gateway by gateway; `node tools/cluster/test.mjs citus`
// spreads the tables over three workers, and loses and adds workers. About five minutes each, on Linux as root.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import pg from 'pg';
import { bundleProgram } from '../build/bundle-program.mjs';
import { createCluster } from './cluster.mjs';
import { compare } from './compare.mjs';
import { createCrowd } from './members.mjs';
import { addWorker, citusPrograms, homesOf, spreadTables, watchBooks } from './nodes.mjs';
import { until } from './processes.mjs';

/** @import { Part } from './cluster.mjs' */
/** @typedef {{ name: string, part: Part, act?: () => Promise<string>, signal: NodeJS.Signals, back: number, after?: NodeJS.Signals, longest: number }} Fault */

/**
 * One after the other. `back`: seconds until it is started again, or until `after` is killed. `longest`: maximum seconds without any
 * success for members; twice the measured value, because these machines have other load.
 * @type {Fault[]}
 */
const faults = [
  { name: 'a gateway is killed', part: 'gateway1', signal: 'SIGKILL', back: 3, longest: 5 },
  { name: 'a gateway is told to go', part: 'gateway2', signal: 'SIGTERM', back: 8, longest: 5 },
  { name: 'etcd loses its leader', part: 'etcd', signal: 'SIGKILL', back: 5, longest: 5 },
  { name: 'the synchronous standby is killed', part: 'sync', signal: 'SIGKILL', back: 12, longest: 15 },
  { name: 'the pooler is killed', part: 'pgbouncer', signal: 'SIGKILL', back: 2, longest: 10 },
  { name: 'the primary is killed', part: 'primary', signal: 'SIGKILL', back: 30, longest: 45 },
  {
    name: 'the primary is cut off for 35 s and comes back',
    part: 'primary',
    signal: 'SIGSTOP',
    back: 35,
    after: 'SIGCONT',
    longest: 45,
  },
];
/**
 * For `upgrade`: each gateway is stopped and restarted with the version of this checkout, so that most of the time two versions share one
 * database.
 * @type {Fault[]}
 */
const upgrades = /** @type {const} */ (['gateway1', 'gateway2', 'gateway3']).map((part) => ({
  name: `${part} becomes the new version`,
  part,
  back: 8,
  longest: 5,
  signal: 'SIGTERM',
}));
/**
 * For `citus`: members of the lost node wait, or all of them.
 * @type {Fault[]}
 */
const losses = [
  { name: "a worker's primary is killed", part: 'worker1', signal: 'SIGKILL', back: 30, longest: 45 },
  { name: "the coordinator's primary is killed", part: 'primary', signal: 'SIGKILL', back: 30, longest: 60 },
  {
    name: 'a worker is added, and shards are moved to it',
    part: 'worker4',
    act: () => addWorker(cluster, 4),
    signal: 'SIGCONT',
    back: 0,
    longest: 10,
  },
];
/** Seconds between faults, without any fault. */
const pause = 12;

const [command = 'test', ...wanted] = process.argv.slice(2);
/** For `upgrade`: the folder of the first version. */
const before = command === 'upgrade' ? wanted.splice(0)[0] : undefined;
const onCitus = command === 'citus';
if (command === 'upgrade' && !before) throw new Error('upgrade <checkout that is built>');
const folder = mkdtempSync(join(tmpdir(), 'cloudphone-cluster-'));
execFileSync('chmod', ['755', folder]);

const objects = await bundleProgram('test/cluster/objects.ts', 'objects');
const people = await bundleProgram(join(before ?? '', 'test/journeys/support/people.ts'), 'people');
const store = spawn(process.execPath, [objects], { stdio: ['ignore', 'pipe', 'inherit'] });
const storeUrl = await new Promise((settle) => store.stdout.once('data', (data) => settle(`${data}`.trim())));
const cluster = createCluster(folder, {
  ...(onCitus && { nodes: 2, workers: 3, spare: 1, postgres: citusPrograms(folder) }),
  program: join(before ?? '', 'dist/server/main.mjs'),
  env: {
    PAY_PASSWORD_FROM: 'off',
    PAYOUT_REST_HOURS: '0',
    S3_BUCKET: 'files',
    S3_ENDPOINT: storeUrl,
    S3_ACCESS_KEY_ID: 'TESTKEY',
    S3_SECRET_ACCESS_KEY: 'test-secret-of-the-store',
  },
});

const began = Date.now();
/** @param {string} line */
const say = (line) => console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(7)}  ${line}`);

function remove() {
  store.kill();
  for (const file of [objects, people, folder]) rmSync(file, { recursive: true, force: true });
}
async function stop() {
  await cluster.stop();
  remove();
}

/** The output of every part, for the report after the folder is deleted. */
function keepLogs() {
  const kept = `dist/test/cluster-${new Date(began).toISOString().replace(/\W/g, '-')}`;
  cpSync(join(folder, 'log'), kept, { recursive: true });
  say(`what every part has printed is in ${kept}`);
}

// Whenever this program ends, it stops the cluster: the next run would find its ports in use.
process.once('exit', () => {
  cluster.kill();
  remove();
});
/** @type {Promise<void> | undefined} */
let ending;
// npm forwards signals that the terminal has already sent: the second one must not interrupt the handling of the first
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => {
    if (ending) return;
    say(`${signal}: ending`);
    ending = stop().then(
      () => process.exit(command === 'start' ? 0 : 130),
      () => process.exit(1),
    );
  });

async function start() {
  say(`starting etcd, PostgreSQL, HAProxy and PgBouncer in ${folder}`);
  await cluster.startDatabase();
  const env = {
    ...process.env,
    DATABASE_URL: cluster.databaseUrl,
    DATA_DIR: join(folder, 'people'),
    PEOPLE: folder,
  };
  execFileSync(process.execPath, [people], { env, stdio: 'inherit' });
  if (onCitus) {
    say('spreading the tables over three workers');
    spreadTables(cluster.databaseUrl);
  }
  say('starting the gateways');
  await cluster.startGateways();
  say(`ready: ${cluster.web}, database ${cluster.databaseUrl}`);
}

/** Number of rows of each node, or its error. */
const askNodes = () =>
  Promise.all(
    cluster.nodeUrls.map(async (url) => {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
      client.on('error', () => {}); // reported by the query
      try {
        await client.connect();
        const { rows } = await client.query(
          'select (select count(*) from transfer) as transfers, (select count(*) from posting) as postings',
        );
        return `${rows[0].transfers} transfers, ${rows[0].postings} postings`;
      } catch (error) {
        return `${error instanceof Error ? error.message : error} (${new URL(url).port})`;
      } finally {
        await client.end().catch(() => {}); // it never began
      }
    }),
  );

/** @type {(crowd: ReturnType<typeof createCrowd>, at: number, of?: (member: typeof crowd.members[number]) => boolean) => number} */
function gapSince({ successes, served }, at, of) {
  const own = successes.filter((time, place) => {
    const member = served[place];
    return time > at && member && (!of || of(member));
  });
  const times = [at, ...own, Date.now()];
  return Math.max(...times.slice(1).map((time, place) => time - (times[place] ?? time))) / 1000;
}

/** Seconds until another node is primary; undefined if none is within half a minute. @type {(group: number, led: number | undefined, at: number) => Promise<number | undefined>} */
async function succeeds(group, led, at) {
  if (led === undefined) return;
  while (Date.now() < at + 30_000) {
    const { primary } = await cluster.roles(group);
    if (primary && primary !== led) return (Date.now() - at) / 1000;
    await rest(200);
  }
  return;
}

async function test() {
  await start();
  const { names, password } = JSON.parse(readFileSync(join(folder, 'names.json'), 'utf8'));
  const accounts = [...names.rich, ...names.chinese].slice(0, 24);
  const crowd = createCrowd(
    cluster.web,
    accounts.map((account) => ({ account, password })),
    30,
  );
  await crowd.arrive();
  say(`${accounts.length} members sign in, and 30 calls a second begin`);
  const end = crowd.start();
  await rest(pause * 1000);
  cluster.use('dist/server/main.mjs');
  const books = watchBooks(cluster.web);
  const chosen = (before ? upgrades : onCitus ? losses : faults).filter(
    ({ part, name }) => !wanted.length || wanted.some((one) => part === one || name.includes(one)),
  );
  /** @type {{ name: string, gap: number, longest: number, primary: string }[]} */
  const results = [];
  /** Throws if a part has ended without being told to. @param {string} when */
  const missAny = (when) => {
    for (const name of cluster.gone()) {
      crowd.wrong.push(`${name} has ended by itself, ${when}`);
      cluster.up(name);
    }
  };
  for (const { name, part, act, signal, back, after, longest } of chosen) {
    const group = Number(/^worker(\d)/.exec(part)?.[1] ?? 0);
    const homes = onCitus
      ? await homesOf(
          cluster.superUrl,
          crowd.members.map(({ id }) => id),
        )
      : undefined;
    const at = Date.now();
    const led = act ? undefined : (await cluster.roles(group)).primary;
    const hit = act ? part : await cluster.signal(part, signal);
    const successor = succeeds(group, led, at);
    await rest(back * 1000);
    if (act) say(`${name}: ${await act()}`);
    else if (after) await cluster.signal(/** @type {Part} */ (hit), after);
    else cluster.up(hit);
    // one fault at a time: the next one would interrupt a node that is still recovering
    await until('every node, and a synchronous standby', cluster.isWhole);
    await rest(pause * 1000);
    missAny(`while ${name}`);
    const gap = gapSince(crowd, at);
    const now = act ? undefined : (await cluster.roles(group)).primary;
    results.push({ name, gap, longest, primary: led === now ? '' : `, node${led} to node${now}` });
    say(`${name} (${hit}): longest time without a success ${gap.toFixed(1)} s${results.at(-1)?.primary}`);
    const took = await successor;
    if (took) say(`  another node was primary after ${took.toFixed(1)} s`);
    for (const home of homes ? [...new Set(homes.values())].sort() : [])
      say(
        `  members on worker ${home}: ${gapSince(crowd, at, ({ id }) => homes?.get(id) === home).toFixed(1)} s`,
      );
    const { reads, wrong, failed } = books.seen;
    say(`  books so far: ${wrong} of ${reads} reads not in order, ${failed} without an answer`);
    if (gap > longest)
      crowd.wrong.push(`${name}: ${gap.toFixed(1)} s without a success, of ${longest} at most`);
  }
  await books.end();
  if (books.seen.wrong)
    crowd.wrong.push(`${books.seen.wrong} of ${books.seen.reads} reads of the books were not in order`);
  await end();
  missAny('at the end');
  const calls = crowd.successes.length;
  say('comparing what members were told with what is there');
  await compare(crowd, cluster);
  if (!onCitus)
    await until('three nodes alike', async () => new Set(await askNodes()).size === 1, 30_000).catch(
      async () => crowd.wrong.push(`the nodes differ: ${(await askNodes()).join('; ')}`),
    );
  const count = (/** @type {string} */ what) => crowd.acknowledged.filter((one) => one.what === what).length;
  console.log(
    `\n${calls} calls; acknowledged: ${['withdrawal', 'order', 'message', 'picture'].map((what) => `${count(what)} ${what}s`).join(', ')}`,
  );
  console.log(`each node: ${(await askNodes())[0]}`);
  console.log('what members met on the way:', crowd.troubles);
  for (const one of crowd.wrong.slice(0, 20)) console.log(`FAIL ${one}`);
  crowd.leave();
  console.log(`\n${results.length + 1 - (crowd.wrong.length ? 1 : 0)} passed, ${crowd.wrong.length} failed`);
  return crowd.wrong.length === 0;
}

if (command === 'start') {
  await start();
  say('Ctrl-C ends it');
} else {
  const held = await test().catch((error) => {
    console.error(error);
    return false;
  });
  if (!held) keepLogs();
  await stop();
  process.exitCode = held ? 0 : 1;
}
