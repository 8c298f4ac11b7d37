import type { Tx } from '../db/database';

/** A member whose account is being deleted, by everything that names the person. */
export interface Leaving {
  id: string;
  username: string;
  /** Phone numbers and e-mail addresses. */
  contacts: string[];
  /** The nickname, and the names of the member's own papers. */
  names: string[];
  /** The name of the account in the books from now on. */
  erasedName: string;
}

/** Erases what one room has of a member. Runs before anything else of the member is deleted, in the same transaction. */
export type Eraser = (tx: Tx, leaving: Leaving, now: number) => Promise<void>;

/** How a deleted account stands in the books. */
export const erasedName = (member: string): string => `deleted-${member.slice(0, 8)}`;

/** The member by all names, as they are now. */
export async function leavingOf(tx: Tx, member: string): Promise<Leaving> {
  const { username, nickname, name, phone, email, email_key } = await tx
    .selectFrom('member')
    .select(['username', 'nickname', 'name', 'phone', 'email', 'email_key'])
    .where('id', '=', member)
    .executeTakeFirstOrThrow();
  const papers = await tx.selectFrom('identity').select('name').where('member', '=', member).execute();
  const payees = await tx
    .selectFrom('payout_account')
    .select('holder')
    .where('member', '=', member)
    .execute();
  const all = [nickname, name, ...papers.map((one) => one.name), ...payees.map(({ holder }) => holder)];
  return {
    id: member,
    username,
    contacts: [...new Set([phone, email, email_key])].filter((one) => one !== null),
    names: [...new Set(all)].filter((one): one is string => !!one && one.length > 1),
    erasedName: erasedName(member),
  };
}
