import type { Migration } from './migration';

/** A table whose rows belong to a row of a member, and do not name the member. */
interface Child {
  table: string;
  /** The first column of its primary key. */
  key: string;
  /** A query for the value, given the name of the child's row. */
  value: (row: string) => string;
  /** The new column. */
  column?: 'member' | 'home';
}

/** The member of a parent row. */
export const memberOf =
  (parent: string, key: string, column: string): Child['value'] =>
  (row) =>
    `(select member from ${parent} where ${key} = ${row}.${column})`;

/**
 * Gives each row of a child table the member of its parent, while gateways of the previous version insert rows without it: a trigger fills
 * those. The constraint takes the place of `not null`, which would read the whole table while nobody else may use it. An empty text stands
 * for a parent that is missing. Never changed, because its text has run in databases.
 */
export const memberInChild = (id: string, { table, key, value, column = 'member' }: Child): Migration[] => [
  { id, sql: `alter table ${table} add column ${column} text` },
  {
    id: `${id}-given`,
    sql: `
create function ${table}_${column}() returns trigger language plpgsql as $$ begin new.${column} := coalesce(${value('new')}, ''); return new; end $$;
create trigger ${table}_${column} before insert on ${table} for each row when (new.${column} is null) execute function ${table}_${column}();
`,
  },
  {
    id: `${id}-filled`,
    sql: `update ${table} set ${column} = coalesce(${value(table)}, '') where ${column} is null and ${key} > $1 and ${key} <= $2`,
    batches: { table, key },
  },
  {
    id: `${id}-demanded`,
    sql: `alter table ${table} add constraint ${table}_has_${column} check (${column} is not null) not valid`,
  },
  { id: `${id}-checked`, sql: `alter table ${table} validate constraint ${table}_has_${column}` },
];
