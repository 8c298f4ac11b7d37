import { randomBytes } from 'node:crypto';
import type { Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { columnsOf, contactOf, localeOfCountry, masked } from './contacts';
import { forgetDevices } from './known-devices';
import { byAccount, byContact, type Member } from './members';
import { sendToAll } from './send-to-contact';
import { revokeSessionsOf } from './sessions';

async function found(tx: Tx, account: string): Promise<Member> {
  const member = (await byAccount(tx, account)) ?? (await byId(tx, account));
  // nobody opens an account again that its member has deleted
  if (!member || member.erased_at) throw new DomainError('memberMissing');
  return member;
}

const byId = (tx: Tx, id: string) =>
  tx.selectFrom('member').selectAll().where('id', '=', id).executeTakeFirst();

/** Locks the account: nobody can sign in, and all sessions end at once. The member keeps everything they own, and continues to earn. */
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
 * Restores access for a member who has lost it and has proved their identity. `contact` becomes their contact, and they use it to choose
 * a new password. Everything else that gave access is removed, in case somebody else has it: the password, the other contact (unless
 * `keepOther`), WeChat, passkeys, the authenticator app, partners, sessions, known devices, the payment password. Payouts are suspended, and every previous contact
 * receives a message.
 */
export async function resetWaysIn(
  { db, passwords, ...gateway }: Gateway,
  account: string,
  { contact: text, keepOther = false }: { contact: string; keepOther?: boolean | undefined },
) {
  const contact = contactOf(text);
  const password = await passwords.hash(randomBytes(24).toString('base64'));
  const now = gateway.now();
  return db.tx(async (tx) => {
    const before = await found(tx, account);
    const { id, username, country } = before;
    const owner = await byContact(tx, contact);
    if (owner && owner.id !== id) throw new DomainError('contactTaken');
    const cleared = keepOther ? {} : { phone: null, email: null, email_key: null };
    await tx
      .updateTable('member')
      .set({ password, ...cleared, ...columnsOf(contact) })
      .where('id', '=', id)
      .execute();
    await tx.deleteFrom('wechat_identity').where('member', '=', id).execute();
    await tx.deleteFrom('passkey').where('member', '=', id).execute();
    await tx.deleteFrom('authenticator').where('member', '=', id).execute();
    await forgetDevices(tx, id, { but: undefined });
    await revokeSessionsOf(gateway, tx, id);
    await gateway.waysInReset(tx, id, { by: 'desk' }, now);
    const sending = { locale: localeOfCountry(country), now };
    await sendToAll(tx, sending, before, 'waysInResetNote', { to: masked(contact.address) });
    return { member: username, contact: text };
  });
}
