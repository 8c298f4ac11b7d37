import * as calls from '../../contract/pay-password';
import * as rules from '../../contract/pay-password.rules';
import { masked } from '../auth/contacts';
import { me } from '../auth/members';
import type { CallGroup } from '../kernel/call-group';
import { issueProof } from './proof';
import { codeContact, sendPayCode, setPayPassword } from './set-pay-password';
import { provePayPassword } from './verify-pay';

export const payPasswordCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    setPayPassword,
    sendPayCode,

    async payPasswordState(_, ctx) {
      const { db, member, settings } = ctx;
      const stored = await db.run
        .selectFrom('pay_password')
        .select('member')
        .where('member', '=', member)
        .executeTakeFirst();
      const contact = codeContact(await me(db.run, ctx));
      return {
        required: settings.payPasswordFrom !== undefined,
        isSet: !!stored,
        ...(contact && { codeTo: masked(contact.address) }),
      };
    },

    async verifyPay({ payPassword }, ctx) {
      await provePayPassword(ctx, payPassword);
      return issueProof(ctx.db.run, ctx);
    },
  },
};
