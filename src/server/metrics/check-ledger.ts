import { sql } from 'kysely';
import type { Db } from '../db/database';
import type { Measurement } from '../db/measurement';
import type { Schedule } from '../jobs/worker';
import { audit } from '../ledger/audit';

/** Checks the books and stores the result for `/metrics` and its alerts. Throws if they are not correct. */
export async function checkLedger(db: Db, now: number): Promise<void> {
  const found = await db.tx(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx); // it reads all postings
    return audit(tx);
  });
  const broken = Object.keys(found).length ? JSON.stringify(found).slice(0, 10_000) : null;
  const row = { at: new Date(now), broken };
  await db.run
    .insertInto('ledger_check')
    .values({ id: 'last', ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  if (broken) throw new Error(`The books are not in order: ${broken}`);
}

export const ledgerCheck: Schedule = { name: 'ledger-check', every: 6 * 3_600_000, run: checkLedger };

export const ledgerMeasurement: Measurement<
  'cloudphone_ledger_in_order' | 'cloudphone_ledger_checked_seconds'
> = {
  gauges: {
    cloudphone_ledger_in_order: { help: '1 when the last check found the books in order' },
    cloudphone_ledger_checked_seconds: { help: 'How long ago that check was' },
  },
  async read(run) {
    const last = await run.selectFrom('ledger_check').selectAll().executeTakeFirst();
    return {
      cloudphone_ledger_in_order: last ? [{ value: last.broken ? 0 : 1 }] : [],
      cloudphone_ledger_checked_seconds: last ? [{ since: last.at }] : [],
    };
  },
};
