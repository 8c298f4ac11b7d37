import type { InferOutput } from 'valibot';
import * as calls from '../../contract/member/privacy';
import type * as rules from '../../contract/member/privacy.rules';
import { addressesOf } from '../auth/contacts';
import { me } from '../auth/members';
import { provePassword } from '../auth/password';
import { sendToAll } from '../auth/send-to-contact';
import { revokeSessionsOf } from '../auth/sessions';
import { dayFor } from '../auth/time-zone';
import type { RequestContext } from '../kernel/context';
import { dayLength } from '../kernel/dates';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { notifyMember } from '../notices/notify-member';
import { assertPayProof, hasPayPassword } from '../pay-password/proof';
import { obstaclesOf } from './obstacles';

/** See `askDeletion` of the contract. Every contact of the member receives a message, so that nobody's account is deleted unnoticed. */
export async function askDeletion(
  { password, proof, requestKey }: InferOutput<typeof rules.askDeletion>,
  ctx: RequestContext,
): Promise<{ leavingAt: string }> {
  const { db, now } = ctx;
  const member = await me(db.run, ctx);
  await provePassword(ctx, member, { account: member.username, password });
  // the password is never part of what a request key compares or keeps
  return db.tx((tx) =>
    idempotent(tx, ctx, calls.askDeletion, { requestKey }, async () => {
      if (await hasPayPassword(tx, member.id)) await assertPayProof(tx, ctx, proof);
      if ((await obstaclesOf(tx, member.id)).length) throw new DomainError('deletionBlocked');
      const leavingAt = new Date(now + calls.coolingOffDays * dayLength);
      await tx.updateTable('member').set({ leaving_at: leavingAt }).where('id', '=', member.id).execute();
      const date = await dayFor(tx, member.id, leavingAt);
      await notifyMember(
        tx,
        member.id,
        { kind: 'deletionAsked', values: { date }, link: 'pages/mine/deleteAccount' },
        now,
      );
      // a security mail is sent automatically; a member with a phone only receives a text message
      if (!addressesOf(member).some(({ kind }) => kind === 'email'))
        await sendToAll(tx, ctx, member, 'deletionNote', { date });
      await revokeSessionsOf(ctx, tx, member.id);
      return { leavingAt: leavingAt.toISOString() };
    }),
  );
}

export async function keepAccount(_: object, ctx: RequestContext): Promise<object> {
  const { db, member, now } = ctx;
  await db.tx(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('member')
      .set({ leaving_at: null })
      .where('id', '=', member)
      .where('leaving_at', 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows) await notifyMember(tx, member, { kind: 'deletionKept', values: {} }, now);
  });
  return {};
}
