import type { Db, Executor } from '../db/database';
import { dayOf } from '../kernel/dates';
import { DomainError } from '../kernel/domain-error';
import { sha256 } from '../kernel/sha256';
import { type BalanceRow, outOfBalance, spanOf, trialBalance } from './trial-balance';

/** Milliseconds after the end of a month in which postings that began before it may still be committed. */
const settles = 3_600_000;

const hashOf = (before: string, month: string, rows: readonly BalanceRow[]) =>
  sha256(JSON.stringify([before, month, rows]));

const monthOf = (at: number) => dayOf(at).slice(0, 7);

const nextMonth = (month: string) => monthOf(spanOf(month).until.getTime());

/** All months from the first posting to now, with the closed ones. */
export async function monthsOfBooks(run: Executor, now: number) {
  const first = await run
    .selectFrom('transfer')
    .select((is) => is.fn.min<Date | null>('at').as('at'))
    .executeTakeFirst();
  const closed = await run.selectFrom('closed_month').selectAll().execute();
  const months: string[] = [];
  const [start = ''] = [monthOf(first?.at?.getTime() ?? now), ...closed.map(({ month }) => month)].sort();
  for (let month = start; month <= monthOf(now); month = nextMonth(month)) months.push(month);
  return months.map((month) => {
    const found = closed.find((one) => one.month === month);
    return {
      month,
      state: found ? 'closed' : 'open',
      ...(found && { closedBy: found.closed_by, closedAt: found.at, hash: found.hash }),
      ...(found?.agreed_by && { agreedBy: found.agreed_by }),
    };
  });
}

/** A month or a day with its trial balance; of a closed month, whether the books still give the hash of its closing. */
export async function showPeriod(run: Executor, period: string, now: number) {
  const all = await monthsOfBooks(run, now);
  const month = all.find((one) => one.month === period);
  if (spanOf(period).from.getTime() > now) throw new DomainError('monthMissing');
  const balances = await trialBalance(run, period);
  if (month?.state !== 'closed') return { ...month, month: period, balances };
  const before = all.filter((one) => one.month < period).at(-1);
  const isSame = hashOf(before?.hash ?? '', period, balances) === month.hash;
  return { ...month, unchanged: isSame ? 'yes' : 'no', balances };
}

/**
 * Closes a month: nothing is posted into it any more. Refused before it has ended, before the months before it are closed, and while the
 * books are not in balance. A second time changes nothing.
 */
export const closeMonth = (
  db: Db,
  month: string,
  { by, agreed }: { by: string; agreed: string | undefined },
  now: number,
) =>
  db.tx(async (tx) => {
    const { until } = spanOf(month);
    const all = await monthsOfBooks(tx, now);
    const own = all.find((one) => one.month === month);
    if (!own) throw new DomainError('monthMissing');
    if (own.state === 'closed') return { month, state: 'closed', hash: own.hash };
    if (now < until.getTime() + settles) throw new DomainError('monthRuns');
    const before = all.filter((one) => one.month < month);
    const open = before.find(({ state }) => state === 'open');
    if (open) throw new DomainError('monthBefore', { month: open.month });
    const balances = await trialBalance(tx, month);
    const wrong = outOfBalance(balances);
    if (wrong.length) throw new DomainError('booksOutOfBalance', { assets: wrong.join(', ') });
    const hash = hashOf(before.at(-1)?.hash ?? '', month, balances);
    await tx
      .insertInto('closed_month')
      .values({
        month,
        ends_at: until,
        hash,
        balances: JSON.stringify(balances),
        closed_by: by,
        agreed_by: agreed ?? null,
        at: new Date(now),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { month, state: 'closed', hash };
  });
