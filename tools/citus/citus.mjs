import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startOwnPostgres } from '../programs/postgres.mjs';
import { builtCitus } from './build.mjs';

/** As docs/scale.md says for a cluster of one's own; and small, because all nodes are on this machine. */
const settings = [
  'shared_preload_libraries=citus',
  'max_prepared_transactions=400', // a transaction on several nodes commits in two steps
  'max_worker_processes=64', // one for each database
  'wal_level=logical', // moving rows to a new node does not stop those who write them
  'jit=off',
  'max_connections=400',
  'citus.node_conninfo=sslmode=disable', // they are on this machine
  'citus.shard_count=4',
  'citus.multi_shard_modify_mode=sequential',
  'citus.max_cached_conns_per_worker=1',
  'citus.enable_statistics_collection=off',
];

/**
 * @param {string} url
 * @param {string[]} statements
 */
async function run(url, statements) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** @param {string} url */
const at = (url) => {
  const { hostname, port } = new URL(url);
  return `'${hostname}', ${port}`;
};

/**
 * One node with all shards, for tests: each database of it can have the extension. Citus does not look for transactions that nodes left
 * behind: it connects to the database for that as soon as the database is used, and if that is dropped at that moment, they wait for each
 * other until the drop fails.
 */
export async function startCitus() {
  const { url, stop } = await startOwnPostgres({
    programs: builtCitus(),
    settings: () => [...settings, 'citus.recover_2pc_interval=-1'],
  });
  // without it there, a database with the extension cannot be dropped
  await run(url, ['create extension citus']);
  return { url, stop };
}

/**
 * A coordinator and nodes that have the shards. The database `cloudphone` of the coordinator is ready to be spread. `add` adds one of the
 * `spare` nodes, and moves shards to it while others use them.
 * @param {number} count
 * @param {{ spare?: number }} [options]
 */
export async function startNodes(count, { spare = 0 } = {}) {
  const programs = builtCitus();
  /** @type {Awaited<ReturnType<typeof startOwnPostgres>>[]} */
  const servers = [];
  for (let nth = 0; nth <= count + spare; nth++)
    servers.push(await startOwnPostgres({ programs, settings: () => settings }));
  const stop = async () => {
    for (const one of servers) await one.stop();
  };
  const urls = servers.map(({ url }) => new URL('/cloudphone', url).href);
  for (const [nth, { url }] of servers.entries()) {
    await run(url, ['create database cloudphone']);
    await run(urls[nth] ?? '', ['create extension citus']);
  }
  const [first = '', ...others] = urls;
  /** @param {string} url */
  const adding = (url) => `select citus_add_node(${at(url)})`;
  await run(first, [
    `select citus_set_coordinator_host(${at(first)})`,
    ...others.slice(0, count).map(adding),
  ]);
  const rest = others.slice(count);
  const add = async () => {
    const next = rest.shift();
    if (!next) throw new Error('No node is left');
    await run(first, [adding(next), 'select citus_rebalance_start()', 'select citus_rebalance_wait()']);
  };
  return { url: first, add, stop };
}

// node tools/citus/citus.mjs [nodes]: a coordinator and so many nodes (2) until it is interrupted; `build` only builds them
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [what = '2'] = process.argv.slice(2);
  if (what === 'build') console.log(builtCitus().folder);
  else {
    const { url, stop } = await startNodes(Number(what));
    console.log(`DATABASE_URL=${url}\nCtrl-C ends it`);
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop().then(() => process.exit()));
    setInterval(() => {}, 60_000); // the servers do not keep this process
  }
}
