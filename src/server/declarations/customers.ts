import { byUsername, type Member, me } from '../auth/members';
import type { Executor } from '../db/database';
import type { RequestContext } from '../kernel/context';

/**
 * The member whose account a customer gave: a username of the same country version, and not the declaring member. Phone numbers and
 * e-mail addresses are not accepted, so that nobody can find out who has one.
 */
export async function customerOf(
  db: Executor,
  ctx: Pick<RequestContext, 'member'>,
  account: string,
): Promise<Member | undefined> {
  const [own, found] = await Promise.all([me(db, ctx), byUsername(db, account)]);
  return found && found.id !== own.id && found.country === own.country ? found : undefined;
}

/** The level at which the customer is the member's friend; null for other members. */
export async function levelOf(db: Executor, member: string, { inviter }: Member): Promise<1 | 2 | undefined> {
  if (inviter === member) return 1;
  if (!inviter) return;
  const above = await db
    .selectFrom('member')
    .select('id')
    .where('id', '=', inviter)
    .where('inviter', '=', member)
    .executeTakeFirst();
  return above && 2;
}
