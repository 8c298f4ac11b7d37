import { type RawBuilder, sql } from 'kysely';
import { WithdrawalStatus } from '../../contract/money/wallet';
import type { Executor } from '../db/database';
import { dayLength } from '../kernel/dates';
import type { WithdrawalRow } from './view';

// Withdrawals that an office against money laundering wants to see: large ones, and several just below that amount.

const week = 7 * dayLength;
/** Number of payouts below the amount that are called structured. */
const several = 3;

/** From this amount on, a payout is just below the amount for large ones. */
const justBelow = (from: number) => Math.ceil(from * 0.8);

const { rejected, revoked } = WithdrawalStatus;

/** The condition for large or structured withdrawals in a query of `withdrawal as w`. */
export const isUnusual = (from: number): RawBuilder<boolean> => sql`(w.amount >= ${from} or (
  w.amount >= ${justBelow(from)} and (
    select count(*) from withdrawal o
    where o.member = w.member and o.amount >= ${justBelow(from)} and o.amount < ${from}
      and o.status not in (${rejected}, ${revoked})
      and o.applied_at > w.applied_at - interval '7 days' and o.applied_at < w.applied_at + interval '7 days'
  ) >= ${several}))`;

type Row = Pick<WithdrawalRow, 'id' | 'member' | 'amount' | 'applied_at'>;

/** Of each withdrawal, by its id: whether it is large, and the number and sum of those just below the amount around it. */
export async function unusualOf(run: Executor, rows: readonly Row[], from: number) {
  const near = await run
    .selectFrom('withdrawal')
    .select(['member', 'amount', 'applied_at'])
    .where('member', 'in', [...new Set(rows.map(({ member }) => member))])
    .where('amount', '>=', justBelow(from))
    .where('amount', '<', from)
    .where('status', 'not in', [rejected, revoked])
    .execute();
  return new Map(
    rows.map((row) => {
      const around = near.filter(
        (one) =>
          one.member === row.member && Math.abs(one.applied_at.getTime() - row.applied_at.getTime()) < week,
      );
      const isStructured = row.amount >= justBelow(from) && around.length >= several;
      const sum = around.reduce((total, { amount }) => total + amount, 0);
      return [
        row.id,
        {
          isLarge: row.amount >= from,
          ...(isStructured && { structured: { count: around.length, amount: sum } }),
        },
      ] as const;
    }),
  );
}
