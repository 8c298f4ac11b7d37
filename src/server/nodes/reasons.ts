import type pg from 'pg';
import {
  citusOf,
  columnsOf,
  foreignKeysOf,
  lyingOf,
  nodesOf,
  placeOf,
  type Trigger,
  tablesOf,
  triggersOf,
} from './catalog';
import { quoted, spreadForeignKey } from './changes';

const count = async (client: pg.ClientBase, text: string): Promise<number> =>
  (await client.query(`select count(*)::int as n ${text}`)).rows[0].n;

/**
 * Whether a trigger only does what gateways of an earlier version do not: it fills a column (`schema/member-of-child.ts`), or keeps a table of
 * unique values (`schema/unique-value.ts`) or of counters (`schema/own-rows.ts`). Several nodes have none.
 */
function isForEarlier({ table, name }: Trigger): boolean {
  const [, of = '', kind] = /^(\w+)_(member|home|kept)$/.exec(name) ?? [];
  if (kind !== 'kept') return of === table;
  const place = placeOf(of);
  return typeof place === 'object' && place.family !== 'member';
}

/** Why the tables of a database cannot be spread over nodes, each in a sentence. Empty if they can. */
export async function reasonsAgainst(client: pg.ClientBase): Promise<string[]> {
  if (!(await citusOf(client)))
    return [
      'This database has no Citus: it needs shared_preload_libraries = citus, and create extension citus in it.',
    ];
  const reasons: string[] = [];
  if (!(await nodesOf(client)).length && (await count(client, 'from pg_dist_node')))
    reasons.push('No node takes rows: add one with citus_add_node.');
  const lying = await lyingOf(client);
  const columnOf = new Map<string, string>();
  for (const table of await tablesOf(client)) {
    const place = placeOf(table);
    if (place === undefined) reasons.push(`The table ${table} has no declared place.`);
    if (typeof place !== 'object' || lying.get(table)?.how === 'distributed') continue;
    const type = (await columnsOf(client, table)).get(place.column);
    if (type !== 'text') {
      reasons.push(`The column ${table}.${place.column} is ${type ?? 'missing'}, and not text.`);
      continue;
    }
    columnOf.set(table, place.column);
    const nameless = await count(client, `from ${quoted(table)} where ${quoted(place.column)} is null`);
    if (nameless) reasons.push(`${nameless} rows of ${table} have no ${place.column}.`);
  }
  for (const trigger of await triggersOf(client))
    if (columnOf.has(trigger.table) && !isForEarlier(trigger))
      reasons.push(`The trigger ${trigger.name} of ${trigger.table} would not run on several nodes.`);
  reasons.push(...(await rowsApart(client, columnOf)));
  return reasons;
}

/** Rows that belong to a row of another member, or of another home: they could not be on the node of both. */
async function rowsApart(client: pg.ClientBase, columnOf: ReadonlyMap<string, string>): Promise<string[]> {
  const reasons: string[] = [];
  for (const key of await foreignKeysOf(client)) {
    const { table, to, columns, toColumns, definition } = key;
    const [from, at] = [columnOf.get(table), columnOf.get(to)];
    const kept = spreadForeignKey(key);
    if (!from || !at || kept === undefined || kept === definition) continue;
    const equal = columns.map((one, n) => `p.${quoted(toColumns[n] ?? '')} = c.${quoted(one)}`).join(' and ');
    const rows = await count(
      client,
      `from ${quoted(table)} c join ${quoted(to)} p on ${equal} where c.${quoted(from)} <> p.${quoted(at)}`,
    );
    if (rows) reasons.push(`${rows} rows of ${table} have another ${from} than their row of ${to}.`);
  }
  return reasons;
}
