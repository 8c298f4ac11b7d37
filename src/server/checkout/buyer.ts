import type { Country } from '../../contract/member/auth';
import { gone } from '../auth/members';
import type { Tx } from '../db/database';
import type { RequestContext } from '../kernel/context';
import { isRunning } from '../orders/memberships';

/** The state of a member on which a purchase depends. */
interface Buyer {
  country: Country;
  isMember: boolean;
  /** The balance cannot pay before. */
  restsUntil: Date | null;
}

/** Reads it with one statement, because each purchase needs it. Refused with 510 when the account is gone. */
export async function buyerOf(
  tx: Tx,
  { member, now }: Pick<RequestContext, 'member' | 'now'>,
): Promise<Buyer> {
  const found = await tx
    .selectFrom('member as m')
    .leftJoin('membership as s', 's.member', 'm.id')
    .leftJoin('money_rest as r', 'r.member', 'm.id')
    .select(['m.country', 's.until as membership', 'r.until as rest'])
    .where('m.id', '=', member)
    .executeTakeFirst();
  if (!found) throw gone();
  const { country, membership, rest } = found;
  return { country, isMember: isRunning(membership, now), restsUntil: rest };
}
