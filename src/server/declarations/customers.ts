import { byUsername, type Member, me } from '../auth/members';
import type { Executor } from '../db/database';
import type { RequestContext } from '../kernel/context';

/**
 * Whose account it is that a customer is declared with: a username of the same country version, and not the member's own.
 * Never a phone number or an e-mail address: who has one of those is nobody else's business.
 */
export async function customerOf(
  db: Executor,
  ctx: Pick<RequestContext, 'member'>,
  account: string,
): Promise<Member | undefined> {
  const [own, found] = await Promise.all([me(db, ctx), byUsername(db, account)]);
  return found && found.id !== own.id && found.country === own.country ? found : undefined;
}

/** Which of the member's friends it is; none for anybody else. */
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
