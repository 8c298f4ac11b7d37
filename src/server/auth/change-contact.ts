import type * as calls from '../../contract/auth';
import type * as rules from '../../contract/auth.rules';
import type { Handlers } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { proveCode } from './codes';
import { type Contact, columnsOf, contactOf, masked } from './contacts';
import { invalid } from './invalid';
import { forgetDevices } from './known-devices';
import { byContact, type Member, me, userInfo } from './members';
import { forgiveGuesses, provePassword, refuseRisky } from './password';
import { sendToContact } from './send-code';
import { revokeSessionsOf } from './sessions';

type Changing = Pick<Handlers<typeof calls, typeof rules>, 'resetPassword' | 'modifyPhone' | 'modifyEmail'>;

export const changeContactHandlers: Changing = {
  async resetPassword({ contact: typed, code, password: chosen }, ctx) {
    const { db, passwords } = ctx;
    const contact = contactOf(typed);
    const proof = await proveCode(ctx, 'reset', contact, code);
    const member = await byContact(db.run, contact);
    // A lucky guess at a code that was never sent.
    if (!member) throw invalid('code', 'wrong');
    refuseRisky(chosen, member.username, member.phone, member.email);
    const password = await passwords.hash(chosen, { turn: ctx.network, aborted: ctx.aborted });
    await db.tx(async (tx) => {
      await proof.consume(tx);
      await tx.updateTable('member').set({ password }).where('id', '=', member.id).execute();
      await revokeSessionsOf(ctx, tx, member.id);
      // whoever had the old password may have signed in with it
      await forgetDevices(tx, member.id, { but: ctx.device.id });
      await ctx.tell(tx, member.id, { kind: 'passwordChanged', values: {} }, ctx.now);
      await sendToContact(tx, ctx, contact, 'passwordChangedNote');
    });
    await forgiveGuesses(ctx, member);
    return {};
  },

  modifyPhone: async ({ phone, ...proofs }, ctx) => change(contactOf(phone), proofs, ctx),
  modifyEmail: async ({ email, ...proofs }, ctx) => change(contactOf(email), proofs, ctx),
};

/**
 * A new phone or mailbox in place of the old one, which is told: should it have been somebody else, its owner knows.
 * Sessions in other places end.
 */
async function change(
  contact: Contact,
  { code, password }: { code: string; password: string },
  ctx: RequestContext,
) {
  const { db } = ctx;
  const member = await me(db.run, ctx);
  await provePassword(ctx, member, { account: member.username, password });
  const proof = await proveCode(ctx, contact.kind, contact, code);
  const info = await db
    .tx(async (tx) => {
      await proof.consume(tx);
      const changed = await tx
        .updateTable('member')
        .set(columnsOf(contact))
        .where('id', '=', member.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await revokeSessionsOf(ctx, tx, member.id, ctx.session);
      const old = replaced(member, contact.kind);
      if (old) await sendToContact(tx, ctx, old, 'contactChangedNote', { to: masked(contact.address) });
      return userInfo(changed);
    })
    .catch((error: { code?: string }) => {
      throw error.code === '23505' ? invalid(contact.kind, 'taken') : error;
    });
  return { userInfo: info };
}

/** The contact that was there before or, where there was none, the member's other one. */
function replaced({ phone, email }: Member, kind: Contact['kind']): Contact | undefined {
  const [own, other] = kind === 'phone' ? [phone, email] : [email, phone];
  const old = own ?? other;
  return old ? contactOf(old) : undefined;
}
