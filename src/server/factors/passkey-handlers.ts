import * as calls from '../../contract/member/passkeys';
import * as rules from '../../contract/member/passkeys.rules';
import { addressesOf, masked } from '../auth/contacts';
import { me, refuseOtherCountry, signIn } from '../auth/members';
import { sendOwnCode } from '../auth/own-code';
import { optionsFor, provePasskey } from '../auth/passkeys/prove-passkey';
import { relyingPartyOf } from '../auth/passkeys/relying-party';
import { reserveFrom } from '../auth/password';
import { needsNoSecondStep } from '../auth/second-step';
import { sendToAll } from '../auth/send-to-contact';
import type { CallGroup } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { asksPayPassword, issueProof } from '../pay-password/proof';
import { addPasskey, makePasskey } from './add-passkey';
import { askForPayment, provePayment } from './confirm-payment';

/** Of one address in a quarter of an hour: each request stores a challenge, and each answer costs a signature. */
const strangers = { max: 300, window: 900_000 };

export const passkeyCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    sendOwnCode,
    makePasskey,
    addPasskey,

    async listPasskeys(_, ctx) {
      const { db, settings } = ctx;
      const [to] = addressesOf(await me(db.run, ctx));
      const rows = await db.run
        .selectFrom('passkey')
        .select(['id', 'name', 'created_at', 'used_at'])
        .where('member', '=', ctx.member)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return {
        items: rows.map(({ id, name, created_at, used_at }) => ({
          id,
          name,
          since: created_at.toISOString(),
          ...(used_at && { usedAt: used_at.toISOString() }),
        })),
        offered: !!relyingPartyOf(settings),
        asksPayPassword: await asksPayPassword(ctx),
        ...(to && { codeTo: masked(to.address) }),
      };
    },

    async renamePasskey({ id, name }, { db, member }) {
      const renamed = await db.run
        .updateTable('passkey')
        .set({ name })
        .where('id', '=', id)
        .where('member', '=', member)
        .executeTakeFirst();
      if (!renamed.numUpdatedRows) throw new DomainError('passkeyGone');
      return {};
    },

    async endPasskey({ id }, ctx) {
      const { db, now } = ctx;
      const member = await me(db.run, ctx);
      await db.tx(async (tx) => {
        const ended = await tx
          .deleteFrom('passkey')
          .where('id', '=', id)
          .where('member', '=', member.id)
          .returning('name')
          .executeTakeFirst();
        if (!ended) return;
        const { name } = ended;
        await sendToAll(tx, ctx, member, 'passkeyEndedNote', { name });
        await ctx.tell(tx, member.id, { kind: 'passkeyEnded', values: { name } }, now);
      });
      return {};
    },

    async askPayPasskey(action, ctx) {
      return askForPayment(ctx, action);
    },

    async verifyPayPasskey({ credential }, ctx) {
      return issueProof(ctx.db.run, ctx, await provePayment(ctx, credential));
    },

    async askPasskey(_, ctx) {
      await reserveFrom(ctx, 'passkey:ask', strangers);
      return optionsFor(ctx, 'signIn');
    },

    async passkeyLogin({ credential }, ctx) {
      await reserveFrom(ctx, 'passkey:answer', strangers);
      const { passkey } = await provePasskey(ctx, 'signIn', credential);
      const member = await me(ctx.db.run, passkey);
      refuseOtherCountry(member, ctx.settings);
      return ctx.db.tx((tx) => signIn(tx, needsNoSecondStep(member), ctx));
    },
  },
};
