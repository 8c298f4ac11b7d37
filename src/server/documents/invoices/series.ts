import { sql } from 'kysely';
import type { Tx } from '../../db/database';
import { dayOf } from '../../kernel/dates';
import type { InvoiceTable } from '../tables';

const prefixes = { invoice: 'INV', credit: 'CRN' };

/**
 * The next number of a series, `INV-2026-000001`. The row of the year stays locked until the transaction ends: if nothing is issued, the
 * number is taken by the next one, so that the series has no gap. Years are those of China.
 */
export async function nextNumber(tx: Tx, kind: InvoiceTable['kind'], now: number): Promise<string> {
  const year = Number(dayOf(now).slice(0, 4));
  const { last } = await tx
    .insertInto('invoice_series')
    .values({ kind, year, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'year']).doUpdateSet({ last: sql<number>`invoice_series.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return `${prefixes[kind]}-${year}-${String(last).padStart(6, '0')}`;
}
