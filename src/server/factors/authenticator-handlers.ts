import type { InferOutput } from 'valibot';
import * as calls from '../../contract/member/authenticator';
import * as rules from '../../contract/member/authenticator.rules';
import { addressesOf, masked } from '../auth/contacts';
import { invalid } from '../auth/invalid';
import { type Member, me } from '../auth/members';
import { provesMember } from '../auth/own-code';
import {
  authenticatorOf,
  confirmWithin,
  countSecondCode,
  newRecoveryCodes,
  proveSecondCode,
  recoveryLeft,
  sealKey,
  spendCode,
} from '../auth/second-step';
import { sendToAll } from '../auth/send-to-contact';
import type { Tx } from '../db/database';
import type { CallGroup } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { newTotpKey, totpAddress } from '../kernel/totp';
import { asksPayPassword } from '../pay-password/proof';
import { provePayPassword } from '../pay-password/verify-pay';

/** Proves the member by the payment password where one is set, otherwise by the sign-in password or a code. */
async function proveOwner(
  ctx: RequestContext,
  member: Member,
  given: InferOutput<typeof rules.makeAuthenticator>,
): Promise<{ consume(tx: Tx): Promise<void> }> {
  if (!(await asksPayPassword(ctx))) return provesMember(ctx, member, given);
  if (!given.payPassword) throw invalid('payPassword', 'required');
  await provePayPassword(ctx, given.payPassword);
  return { consume: async () => {} };
}

const notes = {
  authenticatorAdded: 'authenticatorAddedNote',
  authenticatorEnded: 'authenticatorEndedNote',
} as const;

/** Tells every contact of the member; payouts rest, because a thief may have done it. */
async function tellChange(
  tx: Tx,
  ctx: RequestContext,
  member: Member,
  kind: keyof typeof notes,
): Promise<void> {
  await sendToAll(tx, ctx, member, notes[kind]);
  await ctx.waysInReset(tx, member.id, { by: 'factor' }, ctx.now);
  await ctx.tell(tx, member.id, { kind, values: {} }, ctx.now);
}

export const authenticatorCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    async authenticator(_, ctx) {
      const { db } = ctx;
      const [to] = addressesOf(await me(db.run, ctx));
      const app = await authenticatorOf(db.run, ctx.member);
      return {
        ...(app?.added_at && { since: app.added_at.toISOString() }),
        recoveryLeft: app?.added_at ? recoveryLeft(app) : 0,
        asksPayPassword: await asksPayPassword(ctx),
        ...(to && { codeTo: masked(to.address) }),
      };
    },

    async makeAuthenticator(input, ctx) {
      const { db, now } = ctx;
      const member = await me(db.run, ctx);
      if ((await authenticatorOf(db.run, member.id))?.added_at) throw new DomainError('authenticatorOn');
      const { consume } = await proveOwner(ctx, member, input);
      const key = newTotpKey();
      const { codes, hashes } = newRecoveryCodes(key);
      const fresh = {
        key: sealKey(ctx, member.id, key),
        used: 0,
        recovery: hashes,
        made_at: new Date(now),
        added_at: null,
      };
      await db.tx(async (tx) => {
        await consume(tx);
        const made = await tx
          .insertInto('authenticator')
          .values({ member: member.id, ...fresh })
          .onConflict((conflict) =>
            conflict.column('member').doUpdateSet(fresh).where('authenticator.added_at', 'is', null),
          )
          .executeTakeFirst();
        if (!made.numInsertedOrUpdatedRows) throw new DomainError('authenticatorOn');
      });
      return { key, address: totpAddress(member.username, key, 'Cloudphone'), recovery: codes };
    },

    async addAuthenticator({ code }, ctx) {
      const { db, now } = ctx;
      const member = await me(db.run, ctx);
      const app = await authenticatorOf(db.run, member.id);
      if (!app || (!app.added_at && app.made_at.getTime() <= now - confirmWithin))
        throw new DomainError('authenticatorGone');
      if (app.added_at) return {}; // the answer to the first request was lost
      await countSecondCode(ctx, member.id, () => spendCode(ctx, app, code));
      await db.tx(async (tx) => {
        const added = await tx
          .updateTable('authenticator')
          .set({ added_at: new Date(now) })
          .where('member', '=', member.id)
          .where('key', '=', app.key)
          .where('added_at', 'is', null)
          .executeTakeFirst();
        if (added.numUpdatedRows) await tellChange(tx, ctx, member, 'authenticatorAdded');
      });
      return {};
    },

    async endAuthenticator({ secondCode, ...proof }, ctx) {
      const { db } = ctx;
      const member = await me(db.run, ctx);
      const app = await authenticatorOf(db.run, member.id);
      if (!app?.added_at) return {};
      const { consume } = await proveOwner(ctx, member, proof);
      await proveSecondCode(ctx, member, app, secondCode);
      await db.tx(async (tx) => {
        await consume(tx);
        const ended = await tx
          .deleteFrom('authenticator')
          .where('member', '=', member.id)
          .where('key', '=', app.key)
          .executeTakeFirst();
        if (ended.numDeletedRows) await tellChange(tx, ctx, member, 'authenticatorEnded');
      });
      return {};
    },
  },
};
