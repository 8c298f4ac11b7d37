// node tools/load/replica.mjs [seconds] [actions a second]: members read and write on one gateway and a PostgreSQL with a standby, which
// answers the reads that may be older. Prints who answered, how old the answers were, and what the processor did with and without the
// standby. Fails if a member does not see what they wrote, or if something that was acknowledged is missing.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import pg from 'pg';
import { compare } from '../cluster/compare.mjs';
import { createCrowd } from '../cluster/members.mjs';
import { freePort, startGateway } from '../programs/gateway.mjs';
import { addPeople, membersWithMoney } from '../programs/people.mjs';
import { startOwnPostgres } from '../programs/postgres.mjs';
import { createDatabase } from '../programs/seeded-gateway.mjs';
import { postmasterOf, processorOf, quantile, read, sum, table } from './figures.mjs';

/** @import { Figure } from './figures.mjs' */

const [seconds, rate] = [Number(process.argv[2] ?? 60), Number(process.argv[3] ?? 20)];
if (!(seconds > 0 && rate > 0)) throw new Error('node tools/load/replica.mjs [seconds] [actions a second]');
const habits = {
  signIn: 0.005,
  balance: 0.15,
  withdraw: 0.1,
  chat: 0.1,
  upload: 0.005,
  buy: 0.02,
  read: 0.62,
};

const postgres = await startOwnPostgres({ durable: true });
const url = await createDatabase(postgres.url);
const folder = mkdtempSync(join(tmpdir(), 'cloudphone-replica-'));
const env = { DATABASE_URL: url, PAY_PASSWORD_FROM: 'off', PAYOUT_REST_HOURS: '0' };
await addPeople({ ...env, DATA_DIR: folder, PEOPLE: folder });
const standby = await postgres.standby();

/** The process of a server. @param {string} server */
async function processOf(server) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  return postmasterOf(client).finally(() => client.end());
}
const servers = [await processOf(postgres.url), await processOf(standby.url)];
const replicaUrl = Object.assign(new URL(url), { port: new URL(standby.url).port }).href;

/** @param {boolean} withReplica */
async function run(withReplica) {
  const port = await freePort();
  const gateway = await startGateway({
    ...env,
    data: folder,
    METRICS_LISTEN: `127.0.0.1:${port}`,
    ...(withReplica && { DATABASE_REPLICAS: replicaUrl }),
  });
  const crowd = createCrowd(gateway.url, membersWithMoney(folder), rate, habits);
  await crowd.arrive();
  const before = servers.map(processorOf);
  const end = crowd.start();
  await rest(seconds * 1000);
  await end();
  const used = servers.map((pid, at) => (processorOf(pid) - (before[at] ?? 0)) / seconds);
  const figures = read(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
  const calls = crowd.successes.length;
  await compare(crowd, {
    web: gateway.url,
    gatewayUrls: [gateway.url],
    isKept: (picture) => existsSync(join(folder, 'pictures', picture)),
  });
  crowd.leave();
  await gateway.kill();
  return { calls, used, figures, wrong: crowd.wrong, troubles: crowd.troubles };
}

/** @param {Figure[]} figures */
function told(figures) {
  const reads = figures.filter(({ name }) => name === 'cloudphone_reads_total');
  const all = sum(figures, 'cloudphone_reads_total');
  const buckets = figures
    .filter(({ name }) => name === 'cloudphone_read_age_seconds_bucket')
    .map(({ labels, value }) => ({ upTo: labels.le === '+Inf' ? Infinity : Number(labels.le), count: value }))
    .sort((a, b) => a.upTo - b.upTo);
  const age = (/** @type {number} */ part) => `${(quantile(buckets, part) * 1000).toFixed(0)} ms`;
  console.log(
    table(
      ['source', 'reads', 'share'],
      reads.map(({ labels, value }) => [
        `${labels.source} ${labels.why ?? ''}`,
        value,
        `${((value / all) * 100).toFixed(1)} %`,
      ]),
    ),
  );
  console.log(
    `age of the replica's answers at most: half ${age(0.5)}, 95 of 100 ${age(0.95)}, 99 of 100 ${age(0.99)}`,
  );
}

let failed = 0;
for (const withReplica of [false, true]) {
  const { calls, used, figures, wrong, troubles } = await run(withReplica);
  const [primary, replica] = used.map((part) => `${(part * 100).toFixed(1)} %`);
  console.log(
    `\n${withReplica ? 'with' : 'without'} the replica: ${calls} calls in ${seconds} s; processor: primary ${primary}, standby ${replica}`,
  );
  if (withReplica) told(figures);
  if (Object.keys(troubles).length) console.log('what members met on the way:', troubles);
  for (const one of wrong) console.log(`FAIL ${one}`);
  failed += wrong.length;
}
await standby.end();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = failed ? 1 : 0;
