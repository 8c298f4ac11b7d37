import type { Insertable } from 'kysely';
import type { Tx } from '../db/database';
import type { Tables } from '../schema/tables';

/** A statement accepts up to 65,535 values. */
const rowsAStatement = 1000;

export async function insertAll<Table extends keyof Tables>(
  tx: Tx,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAStatement)
    await tx
      .insertInto(table)
      .values(rows.slice(at, at + rowsAStatement))
      .execute();
}
