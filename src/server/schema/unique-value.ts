import type { Migration } from './migration';

/** A column with values that are unique among all members. Rows where it is null have none. */
interface UniqueColumn {
  /** The table of the members' rows, and the first column of its primary key. */
  table: string;
  key: string;
  column: string;
  /** The new table. Its only column has the same name and is its key. */
  values: string;
}

/**
 * Makes a table of the values of a unique column, which stays unique when the rows of members lie on several nodes. Rooms write it
 * themselves. A trigger does so for gateways of the previous version; spreading the tables drops it. Filling locks the rows that it reads:
 * otherwise, a value that is released meanwhile would stay. Never changed, because its text has run in databases.
 */
export const valuesOfColumn = (id: string, { table, key, column, values }: UniqueColumn): Migration[] => [
  { id, sql: `create table ${values} (${column} text primary key);\n` },
  {
    id: `${id}-kept`,
    sql: `
create function ${values}_kept() returns trigger language plpgsql as $$ begin if tg_op <> 'INSERT' and old.${column} is not null then delete from ${values} where ${column} = old.${column}; end if; if tg_op <> 'DELETE' and new.${column} is not null then insert into ${values} (${column}) values (new.${column}) on conflict do nothing; end if; return null; end $$;
create trigger ${values}_kept after insert or delete or update of ${column} on ${table} for each row execute function ${values}_kept();
`,
  },
  {
    id: `${id}-filled`,
    sql: `insert into ${values} (${column}) select ${column} from ${table} where ${column} is not null and ${key} > $1 and ${key} <= $2 for share on conflict do nothing`,
    batches: { table, key },
  },
];
