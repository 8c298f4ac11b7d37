import * as calls from '../../contract/money/pay-password';
import * as rules from '../../contract/money/pay-password.rules';
import { masked } from '../auth/contacts';
import { me } from '../auth/members';
import type { CallGroup } from '../kernel/call-group';
import { proofsOf } from './after-reset';
import { issueProof } from './proof';
import { sendPayCode, setPayPassword } from './set-pay-password';
import { provePayPassword } from './verify-pay';

export const payPasswordCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    setPayPassword,
    sendPayCode,

    async payPasswordState(_, ctx) {
      const { db, settings, now } = ctx;
      const { isSet, codeTo, guardedUntil } = await proofsOf(db.run, await me(db.run, ctx), now);
      return {
        required: settings.payPasswordFrom !== undefined,
        isSet,
        ...(codeTo && { codeTo: masked(codeTo.address) }),
        ...(guardedUntil && { guardedUntil: guardedUntil.toISOString() }),
      };
    },

    async verifyPay({ payPassword, ...action }, ctx) {
      await provePayPassword(ctx, payPassword);
      return issueProof(ctx.db.run, ctx, action);
    },
  },
};
