import { WithdrawalStatus } from '../../contract/money/wallet';
import { yuan } from '../../contract/wire/yuan';
import type { Tx } from '../db/database';
import type { RequestContext } from '../kernel/context';
import { startOfDay } from '../kernel/dates';
import { DomainError } from '../kernel/domain-error';

const { applied, approved, remitted } = WithdrawalStatus;

/**
 * Refused if a withdrawal brings the member's withdrawals of this day in China above the limit of their country version. To be called once
 * the amount is reserved: then no other withdrawal of the member can come between.
 */
export async function assertWithinDay(tx: Tx, ctx: RequestContext, amount: number): Promise<void> {
  const { member, settings, now } = ctx;
  const { cn, intl } = settings.payoutLimits;
  if (cn === undefined && intl === undefined) return;
  const { country } = await tx
    .selectFrom('member')
    .select('country')
    .where('id', '=', member)
    .executeTakeFirstOrThrow();
  const limit = settings.payoutLimits[country];
  if (limit === undefined) return;
  const { sum } = await tx
    .selectFrom('withdrawal')
    .select((is) => is.fn.sum<number | null>('amount').as('sum'))
    .where('member', '=', member)
    .where('status', 'in', [applied, approved, remitted])
    .where('applied_at', '>=', startOfDay(now))
    .executeTakeFirstOrThrow();
  const left = Math.max(0, limit - Number(sum ?? 0));
  if (amount > left)
    throw new DomainError(
      'withdrawalDayLimit',
      { limit: yuan(limit) },
      { problems: { amount: { rule: 'maxMoney', limit: left } } },
    );
}
