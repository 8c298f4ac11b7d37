import { sql } from 'kysely';
import type { Executor } from '../db/database';
import { hasShards } from '../db/shards';
import { beginningOf, dayLength, isMonth, monthSpan } from '../kernel/dates';
import { DomainError } from '../kernel/domain-error';
import { betweenEarlier } from './accounts';

/** A row of a trial balance: all accounts of a kind. In the smallest unit of the asset; credit is positive. */
export interface BalanceRow {
  /** `members:balance`, `system:sales`. */
  account: string;
  asset: string;
  opening: number;
  debit: number;
  credit: number;
  closing: number;
}

/** The name under which the books show an account of the table `account as a`: those of members are one. */
export const accountName = sql<string>`case when a.member is null then 'system:' else 'members:' end || a.kind`;

/** Begin and end of a month or a day in China. Refused if the text is neither. */
export function spanOf(period: string): { from: Date; until: Date } {
  const day = /^\d{4}-\d\d-\d\d$/.test(period) ? beginningOf(period) : undefined;
  if (isMonth(period)) return monthSpan(period);
  if (!day || Number.isNaN(day.getTime())) throw new DomainError('monthMissing');
  return { from: day, until: new Date(day.getTime() + dayLength) };
}

/**
 * The trial balance of a month or a day. It leaves out the account between the two homes of an old gift (`betweenEarlier`), so that a closed
 * month keeps its hash.
 */
export async function trialBalance(run: Executor, period: string): Promise<BalanceRow[]> {
  const { from, until } = spanOf(period);
  // several nodes need the home to join rows; one PostgreSQL would take a quarter longer for a second column
  const inOneHome = (await hasShards(run)) ? sql`and t.home = p.home` : sql``;
  const { rows } = await sql<Record<keyof BalanceRow, string>>`
    select ${accountName} as account, a.asset, sum(opening) as opening, sum(debit) as debit, sum(credit) as credit, sum(closing) as closing
    from (
      select p.home, p.account,
        sum(case when t.at < ${from}::timestamptz then p.amount else 0 end) as opening,
        sum(case when t.at >= ${from}::timestamptz and p.amount < 0 then -p.amount else 0 end) as debit,
        sum(case when t.at >= ${from}::timestamptz and p.amount > 0 then p.amount else 0 end) as credit,
        sum(p.amount) as closing
      from posting p join transfer t on t.id = p.transfer ${inOneHome}
      where t.at < ${until}::timestamptz
      group by p.home, p.account) s
    join account a on a.home = s.home and a.id = s.account
    where a.kind <> ${betweenEarlier}
    group by 1, 2 order by 2, 1`.execute(run);
  return rows.map((row) => ({
    account: row.account,
    asset: row.asset,
    opening: Number(row.opening),
    debit: Number(row.debit),
    credit: Number(row.credit),
    closing: Number(row.closing),
  }));
}

/** The assets whose rows do not add up to zero; none if the books are in order. */
export function outOfBalance(rows: readonly BalanceRow[]): string[] {
  const sums = new Map<string, number>();
  for (const { asset, closing } of rows) sums.set(asset, (sums.get(asset) ?? 0) + closing);
  return [...sums].filter(([, sum]) => sum !== 0).map(([asset]) => asset);
}
