import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tables } from '../../../src/server/schema/tables';
import type { TestGateway } from './open';

type Row = Record<string, unknown>;

/** The value of a column for which a test gives none. */
const plain: [type: RegExp, value: () => unknown][] = [
  [/^timestamp/, () => new Date('2026-01-01T00:00:00Z')],
  [/^(bigint|integer|numeric|smallint)/, () => 0],
  [/^boolean/, () => false],
  [/./, () => randomUUID()],
];

/** Inserts rows with the given values, and default values for the columns that no trigger fills. For tests of code that only reads or deletes rows. */
export async function addRows(
  { db }: Pick<TestGateway, 'db'>,
  table: keyof Tables,
  rows: readonly Row[],
): Promise<void> {
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_nullable = 'NO' and column_default is null
      and is_identity = 'NO'
      and not exists (select 1 from information_schema.triggers where trigger_name = ${table} || '_' || column_name)`.execute(
    db.run,
  );
  const filled = rows.map((row) => {
    const needed = columns.filter(({ name }) => !(name in row));
    const more = needed.map(({ name, type }) => [name, plain.find(([kind]) => kind.test(type))?.[1]()]);
    return { ...Object.fromEntries(more), ...row };
  });
  if (filled.length)
    await db.run
      .insertInto(table)
      .values(filled as never)
      .execute();
}
