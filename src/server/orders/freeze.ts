import type { Runs } from '../db/database';
import { Refusal } from '../refusal';

/** Cloud phones that thaw points and beans (spec §4, §9). */
const enough = 100;

/** Whether points and beans are frozen: the member and those they invited have fewer than 100 cloud phones together. */
export async function areFrozen(run: Runs, member: string): Promise<boolean> {
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
  return Number(machines) < enough;
}

/** Refused (500) while they are frozen. */
export async function mayExchange(run: Runs, member: string): Promise<void> {
  if (await areFrozen(run, member)) throw new Refusal('exchangeFrozen');
}
