import { sql } from 'kysely';
import * as assert from 'uvu/assert';
import type { Db } from '../../../src/server/db/database';

/**
 * Lets the first row that `work` inserts into a table draw a number that an older row of the member has, and asserts that a second number was
 * drawn. Not for tables that are spread: they take no triggers.
 */
export async function whileNumberIsTaken<T>(
  { run }: Db,
  { table, number }: { table: string; number: string },
  work: () => Promise<T>,
): Promise<T> {
  for (const statement of [
    'create sequence draws',
    `create function draw() returns trigger language plpgsql as $$
    begin
      if nextval('draws') = 1 then select ${number} into new.${number} from ${table} where member = new.member; end if;
      return new;
    end $$`,
    `create trigger draw before insert on ${table} for each row execute function draw()`,
  ])
    await sql.raw(statement).execute(run);
  try {
    const result = await work();
    assert.equal((await sql`select last_value::int as n from draws`.execute(run)).rows, [{ n: 2 }]);
    return result;
  } finally {
    await sql.raw('drop function draw cascade').execute(run);
    await sql.raw('drop sequence draws').execute(run);
  }
}
