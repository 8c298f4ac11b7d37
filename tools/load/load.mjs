// npm run load -- [minutes] [actions a second]: an hour of moderate load by members on one gateway and PostgreSQL, with a sample of
// `/metrics` every fifteen seconds. At the end acknowledged actions are compared with the data. It fails if something is missing, if
// memory grows continuously, if a job failed, or if the books are not correct. A run of an hour or more writes its tables to
// docs/scale.md.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import pg from 'pg';
import { compare } from '../cluster/compare.mjs';
import { createCrowd } from '../cluster/members.mjs';
import { freePort, startGateway } from '../programs/gateway.mjs';
import { addPeople, membersWithMoney } from '../programs/people.mjs';
import { startOwnPostgres } from '../programs/postgres.mjs';
import { createDatabase } from '../programs/seeded-gateway.mjs';
import { writeBetween } from '../write-between.mjs';
import { bucketsOf, median, postmasterOf, processorOf, quantile, read, sum, table } from './figures.mjs';

/** @import { Sample } from './figures.mjs' */

const [minutes, rate] = [Number(process.argv[2] ?? 60), Number(process.argv[3] ?? 6.4)];
if (!(minutes > 0 && rate > 0)) throw new Error('npm run load -- [minutes] [actions a second]');
/** Milliseconds between two samples. */
const interval = Math.min(15_000, (minutes * 60_000) / 40);
/** Mostly reading, as members do; an action is 1.25 calls. */
const habits = {
  signIn: 0.01,
  balance: 0.24,
  withdraw: 0.15,
  chat: 0.15,
  upload: 0.03,
  buy: 0.02,
  read: 0.4,
};
/** Tables that grow, or that are swept so that they do not. */
const tables = ['transfer', 'posting', 'job', 'answered', 'nonce'];

const folder = mkdtempSync(join(tmpdir(), 'cloudphone-load-'));
const began = Date.now();
const say = (/** @type {string} */ line) =>
  console.log(`${((Date.now() - began) / 1000).toFixed(0).padStart(6)}  ${line}`);
const mb = (/** @type {number} */ bytes) => Math.round(bytes / 1024 / 1024);
const percent = (/** @type {number} */ part) => `${(part * 100).toFixed(1)} %`;

const postgres = await startOwnPostgres({ durable: true });
const url = await createDatabase(postgres.url);
const env = { DATABASE_URL: url, PAY_PASSWORD_FROM: 'off', PAYOUT_REST_HOURS: '0' };
await addPeople({ ...env, DATA_DIR: folder, PEOPLE: folder });
const metricsPort = await freePort();
const gateway = await startGateway({ ...env, data: folder, METRICS_LISTEN: `127.0.0.1:${metricsPort}` });
const database = new pg.Client({ connectionString: url });
await database.connect();
const postmaster = await postmasterOf(database);

const crowd = createCrowd(gateway.url, membersWithMoney(folder), rate, habits);

/** @returns {Promise<Sample>} */
async function look() {
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  const [user, system] = [process.cpuUsage().user, process.cpuUsage().system];
  return {
    at: Date.now(),
    figures: read(await answer.text()),
    database: processorOf(postmaster),
    crowd: (user + system) / 1e6,
    load: loadavg()[0] ?? 0,
  };
}
/** Slow queries: the books, the size of the database, and its rows. */
async function lookDeep() {
  const books = await fetch(`${gateway.url}/operator/ledger`, {
    headers: { authorization: 'Bearer dev-operator-token' },
  });
  const { inOrder } = /** @type {{ inOrder: boolean }} */ (await books.json());
  if (!inOrder) crowd.wrong.push('the books are not in order');
  const counts = tables.map((name) => `(select count(*) from ${name})::int as ${name}`).join(', ');
  const { rows } = await database.query(
    `select pg_database_size(current_database())::float8 as size, ${counts}`,
  );
  return { inOrder, ...rows[0] };
}

await crowd.arrive();
say(`${crowd.members.length} members signed in; ${rate} actions a second for ${minutes} minutes`);
const samples = [await look()];
const deep = [await lookDeep()];
const start = Date.now();
const end = crowd.start();
for (let nth = 1; nth * interval <= minutes * 60_000; nth++) {
  await rest(Math.max(0, start + nth * interval - Date.now()));
  await look().then(
    (sample) => samples.push(sample),
    (error) => crowd.wrong.push(`no metrics: ${error.message}`),
  );
  if (deep.length < Math.floor((nth * interval * 4) / (minutes * 60_000)) + 1) {
    deep.push(await lookDeep());
    say(
      `${crowd.successes.length} calls done, resident ${mb(sum(samples.at(-1)?.figures ?? [], 'process_resident_memory_bytes'))} MB`,
    );
  }
}
await end();
const took = (Date.now() - start) / 1000;
const calls = crowd.successes.length;
const idle = `select count(*)::int as n from job where state = 'ready' and run_at <= now()`;
for (let tries = 0; tries < 60 && (await database.query(idle)).rows[0].n; tries++) await rest(1000);
say('comparing what members were told with what is there');
await compare(crowd, {
  web: gateway.url,
  gatewayUrls: [gateway.url],
  isKept: (picture) => existsSync(join(folder, 'pictures', picture)),
});
const jobs = (
  await database.query(
    `select kind, count(*) filter (where state = 'done')::int as done, count(*) filter (where state = 'ready')::int as ready,
     count(*) filter (where state = 'dead')::int as dead, count(*) filter (where attempts > 1)::int as again from job group by kind order by kind`,
  )
).rows;
for (const { kind, dead } of jobs) if (dead) crowd.wrong.push(`${dead} jobs of ${kind} failed`);
crowd.leave();

const [first, last] = [samples[0], samples.at(-1)];
if (!first || !last) throw new Error('nothing was measured');
/** The samples of a quarter of the time, 0 to 3. @param {number} nth */
const quarter = (nth) => samples.slice(1).filter((_, at, all) => Math.floor((at * 4) / all.length) === nth);
/** @param {string} name @param {Sample[]} [of] @param {Record<string, string>} [labels] */
const values = (name, of = samples, labels = {}) => of.map(({ figures }) => sum(figures, name, labels));

// Node frees memory late, so single values say little. The lowest heap of a quarter is the memory that remains after a collection, and
// the first quarter is warm-up.
const held = [0, 1, 2, 3].map((nth) => Math.min(...values('nodejs_heap_size_used_bytes', quarter(nth))));
const resident = [0, 1, 2, 3].map((nth) => median(values('process_resident_memory_bytes', quarter(nth))));
const mostHeld = (held[1] ?? 0) * 1.25 + 10 * 1024 * 1024;
const mostResident = (resident[1] ?? 0) * 1.2 + 20 * 1024 * 1024;
if ((held[3] ?? 0) > mostHeld) crowd.wrong.push(`the heap grows: ${held.map(mb).join(', ')} MB`);
if ((resident[3] ?? 0) > mostResident) crowd.wrong.push(`memory grows: ${resident.map(mb).join(', ')} MB`);

/** The increase of a counter between two samples. @type {(name: string, from?: Sample, to?: Sample) => number} */
const gained = (name, from = first, to = last) => sum(to.figures, name) - sum(from.figures, name);
const at = (/** @type {number} */ part) => samples[Math.round((samples.length - 1) * part)] ?? last;
const marks = [0, 0.25, 0.5, 0.75, 1].map(at);
const before = (/** @type {number} */ nth) => marks[nth - 1] ?? first;
const seconds = (/** @type {number} */ nth) => ((marks[nth]?.at ?? 0) - before(nth).at) / 1000;
const blank = (/** @type {(nth: number) => string | number} */ say) =>
  [0, 1, 2, 3, 4].map((nth) => (nth ? say(nth) : ''));
const lag = (/** @type {number} */ nth) =>
  quarter(nth - 1).map(({ figures }) => sum(figures, 'nodejs_eventloop_lag_p99_seconds') * 1000);
const pool = (/** @type {number} */ nth, /** @type {string} */ state) =>
  values('cloudphone_pool', quarter(nth - 1), { state });
const timeline = table(
  ['after minutes', ...[0, 1, 2, 3, 4].map((nth) => `${((minutes * nth) / 4).toFixed(0)}`)],
  [
    [
      'gateway: processor since the column before',
      ...blank((nth) => percent(gained('process_cpu_seconds_total', before(nth), marks[nth]) / seconds(nth))),
    ],
    [
      'PostgreSQL: processor',
      ...blank((nth) => percent(((marks[nth]?.database ?? 0) - before(nth).database) / seconds(nth))),
    ],
    ['resident, MB', ...marks.map(({ figures }) => mb(sum(figures, 'process_resident_memory_bytes')))],
    ['heap, MB', ...marks.map(({ figures }) => mb(sum(figures, 'nodejs_heap_size_used_bytes')))],
    ['lowest heap since the column before, MB', ...blank((nth) => mb(held[nth - 1] ?? 0))],
    [
      'event loop, ms (10 of them are of the measure): median of p99 of 15 s',
      ...blank((nth) => median(lag(nth)).toFixed(1)),
    ],
    ['event loop, ms: worst p99 of 15 s', ...blank((nth) => Math.max(...lag(nth)).toFixed(1))],
    [
      'connections in use at most, of those open',
      ...blank((nth) => {
        const [open, idle] = [pool(nth, 'open'), pool(nth, 'idle')];
        return `${Math.max(...open.map((n, at) => n - (idle[at] ?? 0)))} of ${Math.max(...open)}`;
      }),
    ],
    [
      'looks that saw somebody wait for a connection',
      ...blank((nth) => pool(nth, 'waiting').filter(Boolean).length),
    ],
    [
      'oldest message not delivered, s, at most',
      ...blank((nth) => Math.max(...values('cloudphone_outbox_seconds', quarter(nth - 1))).toFixed(1)),
    ],
    [
      'oldest job due, s, at most',
      ...blank((nth) =>
        Math.max(
          ...quarter(nth - 1).flatMap(({ figures }) =>
            figures.filter(({ name }) => name === 'cloudphone_job_due_seconds').map(({ value }) => value),
          ),
        ).toFixed(1),
      ),
    ],
    ['database, MB', ...deep.map(({ size }) => mb(size))],
    ...tables.map((name) => [`rows of \`${name}\``, ...deep.map((one) => one[name])]),
    ['books in order', ...deep.map(({ inOrder }) => (inOrder ? 'yes' : 'NO'))],
  ],
);

/** The calls of the run: final counters less the initial ones. @param {string} call */
const callBuckets = (call) => {
  const old = new Map(bucketsOf(first.figures, call).map(({ upTo, count }) => [upTo, count]));
  return bucketsOf(last.figures, call).map(({ upTo, count }) => ({
    upTo,
    count: count - (old.get(upTo) ?? 0),
  }));
};
const ms = (/** @type {number} */ value) => (value * 1000).toFixed(0);
const named = [
  ...new Set(
    last.figures
      .filter(({ name, labels }) => name === 'cloudphone_call_seconds_count' && labels.call)
      .map(({ labels }) => labels.call ?? ''),
  ),
];
/** Those of a call by outcome. @param {string} call */
const outcomes = (call) => {
  const of = (/** @type {Sample} */ sample) =>
    sample.figures.filter(({ name, labels }) => name === 'cloudphone_calls_total' && labels.call === call);
  const old = new Map(of(first).map(({ labels, value }) => [`${labels.status} ${labels.outcome}`, value]));
  return of(last)
    .map(({ labels, value }) => ({
      outcome: `${labels.status} ${labels.outcome}`.trim(),
      n: value - (old.get(`${labels.status} ${labels.outcome}`) ?? 0),
    }))
    .filter(({ n }) => n > 0);
};
const perCall = table(
  ['call', 'answers', 'of these not done', 'p50 ms', 'p95 ms', 'p99 ms'],
  named
    .map((call) => ({ call, buckets: callBuckets(call), all: outcomes(call) }))
    .filter(({ buckets, call }) => (buckets.at(-1)?.count ?? 0) > 0 && /^tx|upload/.test(call))
    .sort((a, b) => (b.buckets.at(-1)?.count ?? 0) - (a.buckets.at(-1)?.count ?? 0))
    .map(({ call, buckets, all }) => {
      const well = new Set(['200 1', '200 200', '200 100', '200 0']);
      const others = all
        .filter(({ outcome }) => !well.has(outcome))
        .map(({ outcome, n }) => `${n} × ${outcome}`);
      return [
        `\`${call}\``,
        buckets.at(-1)?.count ?? 0,
        others.join(', ') || '0',
        ...[0.5, 0.95, 0.99].map((part) => ms(quantile(buckets, part))),
      ];
    }),
);
const count = (/** @type {string} */ what) => crowd.acknowledged.filter((one) => one.what === what).length;
const own = gained('process_cpu_seconds_total') + last.database - first.database + last.crowd - first.crowd;
const busy = samples.reduce((total, { load }) => total + load, 0) / samples.length;
const done = jobs.reduce((total, one) => total + one.done, 0);
const again = jobs.reduce((total, one) => total + one.again, 0);
const text = `${minutes} minutes on ${new Date(start).toISOString().slice(0, 10)}, PostgreSQL ${(await database.query('show server_version')).rows[0].server_version.split(' ')[0]} that syncs to the disk, Node ${process.versions.node}: ${calls} calls of ${crowd.members.length} members, ${(calls / took).toFixed(1)} a second.
Acknowledged: ${['withdrawal', 'order', 'message', 'picture'].map((what) => `${count(what)} ${what}s`).join(', ')}; ${crowd.wrong.length ? `**${crowd.wrong.length} claims failed**` : 'all there, once'}.
Jobs: ${done} done, ${again} of them not at the first attempt, ${jobs.reduce((total, one) => total + one.dead, 0)} failed, ${jobs.reduce((total, one) => total + one.ready, 0)} still to come.
The machine had ${cpus().length} cores and a load average of ${busy.toFixed(1)} meanwhile, of which gateway, database and members took ${percent(own / took)} of one core:
what else it did makes the tails of the times below longer. Times are by the straight line within a bucket of the histogram, as Prometheus takes them.

${timeline}

${perCall}`;
console.log(`\n${text}\n`);
console.log('what members met on the way:', crowd.troubles);
for (const one of crowd.wrong.slice(0, 20)) console.log(`FAIL ${one}`);
await database.end();
await gateway.stop();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
if (minutes >= 60) await writeBetween('docs/scale.md', 'load', 'npm run load', text);
process.exit(crowd.wrong.length ? 1 : 0);
