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
  /** Whether the sign-in password is accepted. */
  byPassword: boolean;
  /** The recipient of a code that is accepted. */
  codeTo: Recipient | undefined;
  /** When both proofs are accepted again, if one is not now. */
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
