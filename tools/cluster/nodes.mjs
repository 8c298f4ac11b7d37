import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import pg from 'pg';
import { builtCitus } from '../citus/build.mjs';
import { until } from './processes.mjs';

// The parts of the test of the cluster that need Citus.

/** Few, because all nodes are on one machine. */
const shards = 8;

/** Puts the programs of Citus where the user `postgres` may read them. @param {string} folder of the cluster */
export function citusPrograms(folder) {
  const { folder: built, bin } = builtCitus();
  const copy = join(folder, 'postgresql');
  cpSync(built, copy, { recursive: true, verbatimSymlinks: true });
  chmodSync(copy, 0o755);
  return join(copy, bin);
}

/** Spreads the tables as an operator does. @param {string} url of the database */
export const spreadTables = (url) =>
  execFileSync(process.execPath, ['dist/server/spread-nodes.mjs', 'go', '--shards', `${shards}`], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

/**
 * @param {string} url
 * @param {string} text
 * @param {unknown[]} [values]
 */
async function query(url, text, values = []) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  client.on('error', () => {}); // reported by the query
  try {
    await client.connect();
    return (await client.query(text, values)).rows;
  } finally {
    await client.end().catch(() => {}); // it never began
  }
}

/**
 * The number of the worker that has each member's rows.
 * @param {string} url
 * @param {string[]} ids of members
 * @returns {Promise<Map<string, number>>}
 */
export async function homesOf(url, ids) {
  const rows = await query(
    url,
    `select id, groupid from unnest($1::text[]) id join pg_dist_placement
     on shardid = get_shard_id_for_distribution_column('withdrawal', id)`,
    [ids],
  );
  return new Map(rows.map(({ id, groupid }) => [id, groupid]));
}

/**
 * Adds a worker, and moves shards to it while members use them.
 * @param {import('./cluster.mjs').Cluster} cluster
 * @param {number} worker
 */
export async function addWorker(cluster, worker) {
  await cluster.startWorker(worker);
  const url = cluster.superUrl;
  await until('the registration of the worker', async () => {
    const [row] = await query(url, 'select 1 from pg_dist_node where groupid = $1 and metadatasynced', [
      worker,
    ]);
    return row;
  });
  await query(url, 'select citus_rebalance_start()');
  await until(
    'the end of the rebalancing',
    async () => {
      const [row] = await query(url, 'select state from citus_rebalance_status()');
      return row?.state === 'finished';
    },
    300_000,
  );
  const placed = await query(
    url,
    'select groupid, count(*)::int as n from pg_dist_placement join pg_dist_shard using (shardid) where shardminvalue is not null group by 1 order by 1',
  );
  return placed.map(({ groupid, n }) => `${n} on ${groupid}`).join(', ');
}

/** Reads the operator's ledger each second, until the returned function is called. @param {string} web */
export function watchBooks(web) {
  const seen = { reads: 0, wrong: 0, failed: 0 };
  let over = false;
  const watching = (async () => {
    for (; !over; await rest(1000)) {
      const answer = await fetch(`${web}/operator/ledger`, {
        headers: { authorization: 'Bearer dev-operator-token' },
        signal: AbortSignal.timeout(20_000),
      }).catch(() => undefined);
      const ledger = answer?.ok ? /** @type {any} */ (await answer.json().catch(() => undefined)) : undefined;
      if (!ledger) seen.failed++;
      else {
        seen.reads++;
        if (!ledger.inOrder) seen.wrong++;
      }
    }
  })();
  return {
    seen,
    async end() {
      over = true;
      await watching;
    },
  };
}
