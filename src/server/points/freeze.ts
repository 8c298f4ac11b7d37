import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';

/** Cloud phones that thaw points and beans (spec §4, §9). */
export const phonesToThaw = 100;

/** Cloud phones that the member and those they invited have together, without those that were refunded. */
export async function phonesOf(run: Executor, member: string): Promise<number> {
  const { machines } = await run
    .selectFrom('device_order')
    .where('refunded_at', 'is', null)
    .where((is) =>
      is.or([
        is('member', '=', member),
        is('member', 'in', is.selectFrom('member').select('member.id').where('inviter', '=', member)),
      ]),
    )
    .select((is) => is.fn.coalesce(is.fn.sum<number>('quantity'), is.lit(0)).as('machines'))
    .executeTakeFirstOrThrow();
  return Number(machines);
}

/** Whether points and beans are frozen. */
export const areFrozen = async (run: Executor, member: string): Promise<boolean> =>
  (await phonesOf(run, member)) < phonesToThaw;

/** Refused (500) while they are frozen. */
export async function assertNotFrozen(run: Executor, member: string): Promise<void> {
  if (await areFrozen(run, member)) throw new DomainError('exchangeFrozen');
}
