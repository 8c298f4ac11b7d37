import type pg from 'pg';
import {
  type ForeignKey,
  foreignKeysOf,
  isByShard,
  type Key,
  keysOf,
  type Lying,
  lyingOf,
  type Place,
  placeOf,
  tablesOf,
  triggersOf,
} from './catalog';

/** One statement, how it is undone, and what it changes. */
export interface Change {
  table: string;
  what: 'trigger' | 'foreign key' | 'key' | 'index' | 'place' | 'setting' | 'function' | 'local rows';
  name: string;
  was: string;
  /** `null`: gone, as long as the tables are spread. */
  now: string | null;
  statement: string;
  undo: string;
}

export const quoted = (name: string): string => `"${name.replace(/"/g, '""')}"`;
const list = (columns: readonly string[]) => columns.map(quoted).join(', ');

/** A table that lies elsewhere than it is declared to. */
interface Moving {
  table: string;
  place: Exclude<Place, 'here'>;
}

export const movingOf = (tables: readonly string[], lying: ReadonlyMap<string, Lying>): Moving[] =>
  tables.flatMap((table) => {
    const place = placeOf(table);
    const there = lying.get(table)?.how;
    const isOnFirst = there === undefined || there === 'local';
    return place && place !== 'here' && isOnFirst ? [{ table, place }] : [];
  });

/** The changes that spread the tables of a database, in their order. None, if all lie where they should. */
export async function changesOf(client: pg.ClientBase, shards: number): Promise<Change[]> {
  const lying = await lyingOf(client);
  const moving = movingOf(await tablesOf(client), lying);
  const functions = (await isByShard(client)) ? [] : [byShard];
  if (!moving.length) return functions;
  const isMoving = (table: string) => moving.some((one) => one.table === table);
  const foreignKeys = (await foreignKeysOf(client)).filter(
    ({ table, to }) => isMoving(table) || isMoving(to),
  );
  const triggers = (await triggersOf(client)).filter(({ table }) => isMoving(table));
  const keys = (await keysOf(client)).filter(({ table }) => isMoving(table));
  return [
    sequential,
    ...triggers.map(
      ({ table, name, definition }): Change => ({
        table,
        what: 'trigger',
        name,
        was: definition,
        now: null,
        statement: `drop trigger ${quoted(name)} on ${quoted(table)}`,
        undo: definition,
      }),
    ),
    ...foreignKeys.map(withoutForeignKey),
    ...keys.flatMap((key) => keyChanges(key, moving)),
    ...placeChanges(moving, lying, shards),
    ...functions,
    ...foreignKeys.flatMap(foreignKeyAgain),
    ...moving.map(
      ({ table }): Change => ({
        table,
        what: 'local rows',
        name: table,
        was: 'a copy on the first node that nothing reads any more',
        now: null,
        statement: `select truncate_local_data_after_distributing_table('${quoted(table)}')`,
        undo: 'select 1',
      }),
    ),
  ];
}

/** A change of a setting of the database, whatever its name is then. */
const setting = (change: string) =>
  `do $$ begin execute format('alter database %I ${change}', current_database()); end $$`;

/** Without it, a transaction that has asked all nodes at once cannot write a table that lies on each of them. */
const sequential: Change = {
  table: '',
  what: 'setting',
  name: 'citus.multi_shard_modify_mode',
  was: 'parallel',
  now: 'sequential',
  statement: setting('set citus.multi_shard_modify_mode = sequential'),
  undo: setting('reset citus.multi_shard_modify_mode'),
};

const shardOf = (body: string) =>
  `create or replace function shard_of(home text) returns bigint language sql stable as 'select ${body}'`;
/** Any table that is divided by the member: all of them are divided in the same way. */
const shardOfAccounts = `get_shard_id_for_distribution_column(''account'', home)`;

/** The gateway asks the function which rows it may lock with one statement (`db/shards.ts`). */
const byShard: Change = {
  table: '',
  what: 'function',
  name: 'shard_of',
  was: 'one shard',
  now: 'the shard of a home',
  statement: shardOf(shardOfAccounts),
  undo: shardOf('0::bigint'),
};

const dropped = ({ table, name }: { table: string; name: string }) =>
  `alter table ${quoted(table)} drop constraint ${quoted(name)}`;
const added = ({ table, name }: { table: string; name: string }, definition: string) =>
  `alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`;

const withoutForeignKey = (one: ForeignKey): Change => ({
  table: one.table,
  what: 'foreign key',
  name: one.name,
  was: one.definition,
  now: null,
  statement: dropped(one),
  undo: added(one, one.definition),
});

/** A key begins with the column by which its table is divided: each node can only check its own rows. */
function keyChanges(key: Key, moving: readonly Moving[]): Change[] {
  const place = moving.find((one) => one.table === key.table)?.place;
  if (!place || place === 'everywhere' || key.columns.includes(place.column)) return [];
  const { table, name, type } = key;
  const change = { table, name, what: 'key' as const, was: key.definition };
  // lookups without the member
  const alone = `${name}_of_all`.slice(0, 63);
  const beside: Change = {
    table,
    what: 'index',
    name: alone,
    was: '',
    now: list(key.columns),
    statement:
      type === 'i'
        ? key.definition.replace(/^CREATE UNIQUE INDEX \S+/, `CREATE INDEX ${quoted(alone)}`)
        : `create index ${quoted(alone)} on ${quoted(table)} (${list(key.columns)})`,
    undo: `drop index ${quoted(alone)}`,
  };
  if (type === 'i') {
    const now = key.definition.replace(' USING btree (', ` USING btree (${quoted(place.column)}, `);
    const drop = `drop index ${quoted(name)}`;
    return [{ ...change, now, statement: `${drop}; ${now}`, undo: `${drop}; ${key.definition}` }, beside];
  }
  const now = `${type === 'p' ? 'PRIMARY KEY' : 'UNIQUE'} (${list([place.column, ...key.columns])})`;
  const swap = (definition: string) => `${dropped(key)}, add constraint ${quoted(name)} ${definition}`;
  return [{ ...change, now, statement: swap(now), undo: swap(key.definition) }, beside];
}

/** The tables of a family are divided in the same way, as the first of them. */
function placeChanges(
  moving: readonly Moving[],
  lying: ReadonlyMap<string, Lying>,
  shards: number,
): Change[] {
  const first = new Map<string, string>();
  for (const [table, { how }] of lying) {
    const place = placeOf(table);
    if (how === 'distributed' && typeof place === 'object') first.set(place.family, table);
  }
  const change = (table: string, now: string, statement: string): Change => ({
    table,
    what: 'place',
    name: table,
    was: 'here',
    now,
    statement,
    undo: `select undistribute_table('${quoted(table)}')`,
  });
  const references = moving.filter(({ place }) => place === 'everywhere');
  const distributed = moving.flatMap(({ table, place }) => {
    if (place === 'everywhere') return [];
    const beside = first.get(place.family);
    const how = beside
      ? `colocate_with => '${quoted(beside)}'`
      : `colocate_with => 'none', shard_count => ${place.family === 'undivided' ? 1 : shards}`;
    if (!beside) first.set(place.family, table);
    const statement = `select create_distributed_table('${quoted(table)}', '${place.column}', ${how})`;
    return [change(table, `by ${place.column}`, statement)];
  });
  return [
    ...references.map(({ table }) =>
      change(table, 'everywhere', `select create_reference_table('${quoted(table)}')`),
    ),
    ...distributed,
  ];
}

/** The definition that a foreign key has on several nodes: with the member on both sides; `undefined` if it cannot be checked there. */
export function spreadForeignKey({
  table,
  columns,
  to,
  toColumns,
  definition,
}: ForeignKey): string | undefined {
  const [from, at] = [placeOf(table), placeOf(to)];
  if (from === undefined || at === undefined) return;
  if (at === 'everywhere') return from === 'here' ? undefined : definition;
  if (from === 'here' || at === 'here') return from === at ? definition : undefined;
  if (from === 'everywhere' || from.family !== at.family) return;
  const position = columns.indexOf(from.column);
  if (position >= 0 && toColumns[position] === at.column) return definition;
  if (position >= 0 || toColumns.includes(at.column) || at.family !== 'member') return;
  return definition
    .replace('FOREIGN KEY (', `FOREIGN KEY (${quoted(from.column)}, `)
    .replace(/(REFERENCES [^(]+\()/, `$1${quoted(at.column)}, `);
}

/** The change that adds a dropped foreign key again, as it is on several nodes; none if it cannot be checked there. */
export function foreignKeyAgain(one: ForeignKey): Change[] {
  const now = spreadForeignKey(one);
  if (now === undefined) return [];
  const { table, name, definition } = one;
  return [
    {
      table,
      what: 'foreign key',
      name,
      was: definition,
      now,
      statement: added(one, now),
      undo: dropped(one),
    },
  ];
}
