import { sql } from 'kysely';
import type { Executor } from './database';

/**
 * Divides rows into groups whose homes lie in one shard. Several nodes refuse to lock rows of more than one shard with one statement, so
 * a statement that locks rows of many homes is about one group. On one PostgreSQL all rows are one group. The groups come in the same
 * order for everybody, so that two transactions which lock one after the other cannot deadlock; rows keep their order within a group.
 */
export async function byShard<R>(
  run: Executor,
  rows: readonly R[],
  homeOf: (row: R) => string,
): Promise<R[][]> {
  const homes = [...new Set(rows.map(homeOf))];
  const { rows: found } = await sql<{ home: string; shard: number }>`
    select home, shard_of(home) as shard from unnest(${homes}::text[]) as h (home)`.execute(run);
  const shards = new Map(found.map(({ home, shard }) => [home, shard]));
  const groups = new Map<number, R[]>();
  for (const row of rows) {
    const shard = shards.get(homeOf(row)) ?? 0;
    const group = groups.get(shard) ?? [];
    groups.set(shard, group);
    group.push(row);
  }
  return [...groups].sort(([one], [other]) => one - other).map(([, group]) => group);
}

/** Whether several nodes have the tables: one PostgreSQL has no shards. */
export async function hasShards(run: Executor): Promise<boolean> {
  const { rows } = await sql<{ shard: number }>`select shard_of('') as shard`.execute(run);
  return rows[0]?.shard !== 0;
}
