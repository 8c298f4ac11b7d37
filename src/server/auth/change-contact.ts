import type * as calls from '../../contract/member/auth';
import type * as rules from '../../contract/member/auth.rules';
import type { Handlers } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { assertPhone } from './assert-phone';
import { proveCode } from './codes';
import { addressesOf, type Contact, columnsOf, contactOf, masked } from './contacts';
import { invalid } from './invalid';
import { forgetDevices } from './known-devices';
import { byContact, me, userInfo } from './members';
import { forgiveGuesses, provePassword, refuseRisky, requesterOf } from './password';
import { sendToAll } from './send-to-contact';
import { revokeSessionsOf } from './sessions';

type Changing = Pick<Handlers<typeof calls, typeof rules>, 'resetPassword' | 'modifyPhone' | 'modifyEmail'>;

export const changeContactHandlers: Changing = {
  async resetPassword({ contact: typed, code, password: chosen }, ctx) {
    const { db, passwords } = ctx;
    const contact = contactOf(typed);
    const proof = await proveCode(ctx, 'reset', contact, code);
    const member = await byContact(db.run, contact);
    // The member guessed a code that was never sent.
    if (!member) throw invalid('code', 'wrong');
    await refuseRisky(chosen, member.username, member.phone, member.email);
    const password = await passwords.hash(chosen, requesterOf(ctx, 'code'));
    await db.tx(async (tx) => {
      await proof.consume(tx);
      await tx.updateTable('member').set({ password }).where('id', '=', member.id).execute();
      await revokeSessionsOf(ctx, tx, member.id);
      // a person who knew the old password may have signed in with it
      await forgetDevices(tx, member.id, { but: ctx.device.id });
      const other = addressesOf(member).find(({ kind }) => kind !== contact.kind)?.key;
      await ctx.waysInReset(tx, member.id, { by: 'code', other }, ctx.now);
      await ctx.tell(tx, member.id, { kind: 'passwordChanged', values: {} }, ctx.now);
      await sendToAll(tx, ctx, member, 'passwordChangedNote');
    });
    await forgiveGuesses(ctx, member);
    return {};
  },

  async modifyPhone({ phone, ...proofs }, ctx) {
    assertPhone((await me(ctx.db.run, ctx)).country, phone, 'phone');
    return change(contactOf(phone), proofs, ctx);
  },
  modifyEmail: async ({ email, ...proofs }, ctx) => change(contactOf(email), proofs, ctx),
};

/**
 * Replaces a phone number or e-mail address. Every previous contact receives a message, so that the owner learns of a change by somebody
 * else. Sessions on other devices end.
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
      // a thief who knows the password may have put in a contact of their own
      const other = addressesOf(member).find(({ kind }) => kind !== contact.kind)?.key;
      await ctx.waysInReset(tx, member.id, { by: 'contact', other }, ctx.now);
      await sendToAll(tx, ctx, member, 'contactChangedNote', { to: masked(contact.address) });
      return userInfo(changed);
    })
    .catch((error: { code?: string }) => {
      throw error.code === '23505' ? invalid(contact.kind, 'taken') : error;
    });
  return { userInfo: info };
}
