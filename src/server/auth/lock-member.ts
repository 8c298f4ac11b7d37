import type { Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { columnsOf, contactOf } from './contacts';
import { byAccount, byContact, type Member } from './members';
import { revokeSessionsOf } from './sessions';

async function found(tx: Tx, account: string): Promise<Member> {
  const member = (await byAccount(tx, account)) ?? (await byId(tx, account));
  if (!member) throw new DomainError('memberMissing');
  return member;
}

const byId = (tx: Tx, id: string) =>
  tx.selectFrom('member').selectAll().where('id', '=', id).executeTakeFirst();

/** Nobody signs in to the account any more, and whoever is in is out at once. What the member has stays theirs, and earns on. */
export const lockMember = ({ db, ...gateway }: Gateway, account: string, reason: string) =>
  db.tx(async (tx) => {
    const { id, username } = await found(tx, account);
    await tx
      .updateTable('member')
      .set({ locked_at: new Date(gateway.now()), lock_reason: reason })
      .where('id', '=', id)
      .execute();
    await revokeSessionsOf(gateway, tx, id);
    return { member: username, locked: true };
  });

export const unlockMember = ({ db }: Gateway, account: string) =>
  db.tx(async (tx) => {
    const { id, username } = await found(tx, account);
    await tx.updateTable('member').set({ locked_at: null, lock_reason: null }).where('id', '=', id).execute();
    return { member: username, locked: false };
  });

/**
 * Opens the ways in again for a member who has lost theirs and has shown who they are: the contact is the one given, by
 * which they choose a new password themselves; sessions, WeChat and the payment password are gone.
 */
export const resetWaysIn = ({ db, ...gateway }: Gateway, account: string, text: string) =>
  db.tx(async (tx) => {
    const { id, username } = await found(tx, account);
    const contact = contactOf(text);
    const owner = await byContact(tx, contact);
    if (owner && owner.id !== id) throw new DomainError('contactTaken');
    await tx.updateTable('member').set(columnsOf(contact)).where('id', '=', id).execute();
    await tx.deleteFrom('wechat_identity').where('member', '=', id).execute();
    await tx.deleteFrom('pay_password').where('member', '=', id).execute();
    await tx.deleteFrom('pay_proof').where('member', '=', id).execute();
    await revokeSessionsOf(gateway, tx, id);
    return { member: username, contact: text };
  });
