import type { Runs } from '../db/database';
import { Refusal } from '../kernel/domain-error';

/** Cloud phones that thaw points and beans (spec §4, §9). */
export const enough = 100;

/** Cloud phones that the member and those they invited have together. */
export async function phonesOf(run: Runs, member: string): Promise<number> {
  const { machines } = await run
    .selectFrom('device_order')
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
export const areFrozen = async (run: Runs, member: string): Promise<boolean> =>
  (await phonesOf(run, member)) < enough;

/** Refused (500) while they are frozen. */
export async function mayExchange(run: Runs, member: string): Promise<void> {
  if (await areFrozen(run, member)) throw new Refusal('exchangeFrozen');
}
