import type pg from 'pg';
import { places } from '../schema/places';

/** Where the rows of a table shall lie: by a column, together with the other tables of its family, or on every node, or on one. */
export type Place = { column: string; family: 'member' | 'key' | 'undivided' } | 'everywhere' | 'here';

/** Tables that no room declares, because only `migrate`, this room or earlier versions use them. They stay where they are. */
const own = ['schema_lock', 'schema_migration', 'spread_change', 'partner_webhook', 'wechat_js_ticket'];

/** The declared place of a table; `undefined` if there is no declaration. */
export function placeOf(table: string): Place | undefined {
  const declared = Object.entries(places).find(([name]) => name === table)?.[1];
  if (declared === undefined) return own.includes(table) ? 'here' : undefined;
  if (typeof declared === 'string') return declared;
  const { by, column } = declared;
  if (by !== 'key') return { column, family: 'member' };
  return { column, family: 'undivided' in declared ? 'undivided' : 'key' };
}

/** How a table lies in fact; `undefined` for an ordinary table of PostgreSQL. */
export interface Lying {
  how: 'distributed' | 'reference' | 'local';
  column: string | null;
  colocation: number;
}

export interface Key {
  table: string;
  name: string;
  /** `p` for a primary key, `u` for a unique constraint, `i` for a unique index without one. */
  type: 'p' | 'u' | 'i';
  columns: string[];
  definition: string;
}

export interface ForeignKey {
  table: string;
  name: string;
  columns: string[];
  to: string;
  toColumns: string[];
  definition: string;
}

export interface Trigger {
  table: string;
  name: string;
  definition: string;
}

// Of a table that has parts, such as months, only the whole counts: Citus and PostgreSQL do the same with its parts.

const rowsOf = async <Row>(client: pg.ClientBase, text: string, values: unknown[] = []): Promise<Row[]> =>
  (await client.query(text, values)).rows as Row[];

export const tablesOf = async (client: pg.ClientBase): Promise<string[]> =>
  (
    await rowsOf<{ name: string }>(
      client,
      `select c.relname as name from pg_class c
       where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
         and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`,
    )
  ).map(({ name }) => name);

/** The names of columns by their numbers, in the order of a key. */
const names = (relation: string, numbers: string) =>
  `(select array_agg(a.attname::text order by n.at) from unnest(${numbers}) with ordinality n (number, at)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = n.number)`;

export const keysOf = (client: pg.ClientBase): Promise<Key[]> =>
  rowsOf(
    client,
    `select t.relname as table, i.relname as name, coalesce(k.contype::text, 'i') as type, ${names('t.oid', 'x.indkey::int2[]')} as columns,
       coalesce(pg_get_constraintdef(k.oid), pg_get_indexdef(i.oid)) as definition
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
     left join pg_constraint k on k.conindid = i.oid and k.contype in ('p', 'u')
     where x.indisunique and t.relkind in ('r', 'p') and not t.relispartition and t.relnamespace = 'public'::regnamespace order by 1, 3 desc, 2`,
  );

export const foreignKeysOf = (client: pg.ClientBase): Promise<ForeignKey[]> =>
  rowsOf(
    client,
    `select t.relname as table, k.conname as name, ${names('t.oid', 'k.conkey')} as columns, r.relname as to,
       ${names('r.oid', 'k.confkey')} as "toColumns", pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class r on r.oid = k.confrelid
     where k.contype = 'f' and k.conparentid = 0 and t.relnamespace = 'public'::regnamespace order by 1, 2`,
  );

export const triggersOf = (client: pg.ClientBase): Promise<Trigger[]> =>
  rowsOf(
    client,
    `select t.relname as table, g.tgname as name, pg_get_triggerdef(g.oid) as definition
     from pg_trigger g join pg_class t on t.oid = g.tgrelid
     where not g.tgisinternal and g.tgparentid = 0 and t.relnamespace = 'public'::regnamespace order by 1, 2`,
  );

/** Whether `shard_of` answers with the shard of a home, and not with the only one. */
export async function isByShard(client: pg.ClientBase): Promise<boolean> {
  const [found] = await rowsOf<{ is: boolean }>(
    client,
    `select prosrc like '%get_shard_id%' as is from pg_proc where proname = 'shard_of' and pronamespace = 'public'::regnamespace`,
  );
  return found?.is ?? false;
}

/** The columns of a table with their types. */
export async function columnsOf(client: pg.ClientBase, table: string): Promise<Map<string, string>> {
  const rows = await rowsOf<{ name: string; type: string }>(
    client,
    'select column_name as name, data_type as type from information_schema.columns where table_schema = $1 and table_name = $2',
    ['public', table],
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

/** The version of Citus in this database; `undefined` if it is not there. */
export async function citusOf(client: pg.ClientBase): Promise<string | undefined> {
  const [found] = await rowsOf<{ version: string }>(
    client,
    `select extversion as version from pg_extension where extname = 'citus'`,
  );
  return found?.version;
}

/** Where tables lie in fact. Only on a database with Citus. */
export async function lyingOf(client: pg.ClientBase): Promise<Map<string, Lying>> {
  const rows = await rowsOf<Lying & { table: string }>(
    client,
    `select t.relname as table, p.colocationid as colocation,
       case when p.partmethod = 'h' then 'distributed' when p.repmodel = 't' then 'reference' else 'local' end as how,
       case when p.partmethod = 'h' then column_to_column_name(p.logicalrelid, p.partkey) end as column
     from pg_dist_partition p join pg_class t on t.oid = p.logicalrelid where not t.relispartition and t.relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ table, ...lying }) => [table, lying]));
}

/** Nodes that can hold rows. */
export async function nodesOf(client: pg.ClientBase): Promise<string[]> {
  const rows = await rowsOf<{ node: string }>(
    client,
    `select nodename || ':' || nodeport as node from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary' order by 1`,
  );
  return rows.map(({ node }) => node);
}
