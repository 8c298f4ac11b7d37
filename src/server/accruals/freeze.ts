import type { Executor } from '../db/database';
import { dayOf } from '../kernel/dates';
import { DomainError } from '../kernel/domain-error';
import { rulesOn } from '../rules/rules';

/** Cloud phones of the member and of those they invited, without refunded ones. */
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

/** The number of cloud phones, and the number that unfreezes points and beans today (spec §4, §9). */
export async function freezeOf(run: Executor, member: string, now: number) {
  const phones = await phonesOf(run, member);
  const { unfreezeMachines: enough } = await rulesOn(run, dayOf(now));
  return { phones, enough, frozen: phones < enough };
}

/** Refused (500) while points and beans are frozen. */
export async function assertNotFrozen(run: Executor, member: string, now: number): Promise<void> {
  const { frozen, enough } = await freezeOf(run, member, now);
  if (frozen) throw new DomainError('exchangeFrozen', { enough });
}
