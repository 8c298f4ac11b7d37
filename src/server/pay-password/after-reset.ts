import { sql } from 'kysely';
import { addressesOf, type Recipient } from '../auth/contacts';
import type { Member } from '../auth/members';
import type { Executor, Tx } from '../db/database';

/** Deletes the payment password; the member can set another. */
export async function forgetPayPassword(tx: Tx, member: string): Promise<void> {
  await tx.deleteFrom('pay_password').where('member', '=', member).execute();
  await tx.deleteFrom('pay_proof').where('member', '=', member).execute();
}

/**
 * Restricts the reset of the payment password for a while: only a code to `other` permits it, not the new sign-in password and not the
 * contact by which that was reset. A second reset during this period does not make the first one's contact trusted.
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

/** The accepted proofs for setting the payment password. */
interface Proofs {
  /** Whether the member has a payment password. The sign-in password does not replace it, or it would be no second factor. */
  isSet: boolean;
  /** The recipient of a code that is accepted. */
  codeTo: Recipient | undefined;
  /** Until then, a code is accepted only if it was sent to a contact that the account had before the reset. */
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
  if (!row?.guarded_until || row.guarded_until.getTime() <= now) return { isSet: !!row, codeTo: contacts[0] };
  return {
    isSet: true,
    codeTo: contacts.find(({ key }) => key === row.trusted),
    guardedUntil: row.guarded_until,
  };
}
