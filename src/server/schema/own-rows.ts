import type { Migration } from './migration';

/** Columns that change much oftener than the rest of their rows. */
interface Counters {
  /** The table that has them, and its primary key. */
  table: string;
  key: string;
  /** The new table, and its primary key, which refers to that of `table`. */
  own: string;
  ownKey: string;
  /** The columns, `bigint` and never below zero. Of the first one, no more is taken than there is. */
  columns: readonly [string, ...string[]];
}

/**
 * Gives the counters of a table rows of their own. The old columns remain for gateways of the previous version, and triggers carry what
 * they write into the new rows, and what is written there back:
 * - Those gateways write differences, which are added to the new row. If it has less than they take, theirs is not changed either, as if
 *   they had come too late.
 * - Writing the new row holds it, and then the old row is needed; those gateways hold the old row, and then need the new one. Nobody waits
 *   in a circle: an old row that is held at that moment is left as it is, because the transaction that holds it gives it the values of the
 *   new row. If that one is undone instead, the old row lags until the next change; nothing is sold twice, because the new row decides.
 * - Filling locks the rows that it reads, so that nothing that is written meanwhile is lost.
 * Spreading the tables drops the triggers. Never changed, because its text has run in databases.
 */
export const countersApart = (id: string, { table, key, own, ownKey, columns }: Counters): Migration[] => {
  const all = columns.join(', ');
  const [first] = columns;
  const each = (text: (column: string) => string, between = ', ') => columns.map(text).join(between);
  return [
    {
      id,
      sql: `
create table ${own} (
  ${ownKey} text primary key references ${table} (${key}),
  ${each((one) => `${one} bigint not null check (${one} >= 0)`, ',\n  ')}
);
create function ${own}_kept() returns trigger language plpgsql as $$
begin
  perform 1 from ${table} where ${key} = new.${ownKey} for no key update skip locked;
  if found then
    update ${table} set ${each((one) => `${one} = new.${one}`)} where ${key} = new.${ownKey};
  end if;
  return null;
end $$;
create trigger ${own}_kept after update on ${own} for each row when (pg_trigger_depth() = 0) execute function ${own}_kept();
`,
    },
    {
      id: `${id}-carried`,
      sql: `
create function ${own}_made() returns trigger language plpgsql as $$
begin
  insert into ${own} (${ownKey}, ${all}) values (new.${key}, ${each((one) => `new.${one}`)}) on conflict do nothing;
  return null;
end $$;
create function ${own}_carried() returns trigger language plpgsql as $$
declare
  kept ${own};
begin
  update ${own} set ${each((one) => `${one} = ${one} + new.${one} - old.${one}`)}
  where ${ownKey} = old.${key} and ${first} + new.${first} - old.${first} >= 0 returning * into kept;
  if not found then
    select * into kept from ${own} where ${ownKey} = old.${key};
    if found then
      update ${table} set ${each((one) => `${one} = kept.${one}`)} where ${key} = old.${key};
      return null;
    end if;
    return new;
  end if;
  ${each((one) => `new.${one} := kept.${one};`, '\n  ')}
  return new;
end $$;
create trigger ${own}_made after insert on ${table} for each row execute function ${own}_made();
create trigger ${own}_carried before update on ${table} for each row when (pg_trigger_depth() = 0) execute function ${own}_carried();
`,
    },
    {
      id: `${id}-filled`,
      sql: `insert into ${own} (${ownKey}, ${all}) select ${key}, ${all} from ${table} where ${key} > $1 and ${key} <= $2 for share on conflict do nothing`,
      batches: { table, key },
    },
  ];
};
