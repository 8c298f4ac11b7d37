import { sql } from 'kysely';
import { addressesOf, type Recipient } from '../auth/contacts';
import type { Member } from '../auth/members';
import type { Executor, Tx } from '../db/database';

/** Nothing of it is left; the member sets another. */
export async function forgetPayPassword(tx: Tx, member: string): Promise<void> {
  await tx.deleteFrom('pay_password').where('member', '=', member).execute();
  await tx.deleteFrom('pay_proof').where('member', '=', member).execute();
}

/**
 * For a while the payment password is replaced by a code to `other` only: neither by the password that was just chosen nor by the mailbox
 * or phone that it was chosen by. A second reset within that while does not make the first one's contact trusted.
 */
export const guardPayPassword = (
  tx: Tx,
  member: string,
  { until, other = null }: { until: Date; other: string | null | undefined },
  now: number,
) =>
  tx
    .updateTable('pay_password')
    .set({
      guarded_until: until,
      trusted: sql<
        string | null
      >`case when guarded_until > ${new Date(now)} then trusted else ${other}::text end`,
    })
    .where('member', '=', member)
    .execute();

/** How the member proves who sets the payment password. */
interface Proofs {
  /** Whether the sign-in password proves it. */
  byPassword: boolean;
  /** Where a code goes that proves it. */
  codeTo: Recipient | undefined;
  /** Since when both do again, where one does not now. */
  guardedUntil?: Date;
}

export async function proofsOf(
  run: Executor,
  member: Pick<Member, 'id' | 'phone' | 'email'>,
  now: number,
): Promise<Proofs> {
  const contacts = addressesOf(member);
  const row = await run
    .selectFrom('pay_password')
    .select(['guarded_until', 'trusted'])
    .where('member', '=', member.id)
    .executeTakeFirst();
  if (!row?.guarded_until || row.guarded_until.getTime() <= now)
    return { byPassword: true, codeTo: contacts[0] };
  return {
    byPassword: false,
    codeTo: contacts.find(({ key }) => key === row.trusted),
    guardedUntil: row.guarded_until,
  };
}
