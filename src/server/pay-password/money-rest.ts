import { sql } from 'kysely';
import { timeFor } from '../auth/time-zone';
import type { Executor, Tx } from '../db/database';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';

type Resting = Pick<RequestContext, 'member' | 'now' | 'locale'>;

/** Keeps the member's money where it is until then; an earlier end stays if it is later. */
export const restMoney = (tx: Tx, member: string, until: Date) =>
  tx
    .insertInto('money_rest')
    .values({ member, until })
    .onConflict((conflict) =>
      conflict.column('member').doUpdateSet({ until: sql<Date>`greatest(money_rest.until, excluded.until)` }),
    )
    .execute();

/**
 * Refused after a reset of a password, the payment password or a contact: for a while nobody can pay with the balance or transfer
 * promotion value, so that the owner has time to read the messages about it. Payouts rest by account (`wallet/payout/cooling-off.ts`).
 */
export async function assertMoneyRested(run: Executor, ctx: Resting): Promise<void> {
  const row = await run
    .selectFrom('money_rest')
    .select('until')
    .where('member', '=', ctx.member)
    .executeTakeFirst();
  await assertRestEnded(run, ctx, row?.until);
}

/** The same for a member whose row has been read: `until` is its end. */
export async function assertRestEnded(
  run: Executor,
  ctx: Resting,
  until: Date | null | undefined,
): Promise<void> {
  if (until && until.getTime() > ctx.now)
    throw new DomainError('moneyResting', { time: await timeFor(run, ctx, until) });
}
