import type * as calls from '../../contract/member/auth';
import type * as rules from '../../contract/member/auth.rules';
import { agreeToTerms } from '../agreements/agree';
import type { Handlers } from '../kernel/call-group';
import { byAccount, myInfo, refuseOtherCountry, signIn } from './members';
import { provePassword, reserveFrom } from './password';
import { byInviteCode, register } from './register';
import { needsNoSecondStep, secondStep } from './second-step';
import { signOut } from './sessions';

type SigningIn = Pick<
  Handlers<typeof calls, typeof rules>,
  'login' | 'logout' | 'getInfo' | 'inviter' | 'register'
>;

/** Limit per address, so that nobody can collect names by trying invitation codes. */
const inviters = { max: 100, window: 3_600_000 };

export const signInHandlers: SigningIn = {
  async login({ account, password, secondCode }, ctx) {
    const found = await byAccount(ctx.db.run, account);
    const member = await provePassword(ctx, found, { account, password });
    refuseOtherCountry(member, ctx.settings);
    const passed = await secondStep(ctx, member, secondCode);
    return ctx.db.tx(async (tx) => {
      await agreeToTerms(tx, passed.id, 'signIn', ctx);
      return signIn(tx, passed, ctx);
    });
  },

  /** Also ends the sessions of the member's embeds on partners' pages. */
  async logout(_, ctx) {
    const { db, session, member } = ctx;
    if (session) await db.tx((tx) => signOut(ctx, tx, { hash: session, member }));
    return {};
  },

  getInfo: async (_, ctx) => ({ userInfo: await myInfo(ctx.db.run, ctx) }),

  async inviter({ inviteCode }, ctx) {
    await reserveFrom(ctx, 'inviter:ip', inviters);
    const member = await byInviteCode(ctx.db.run, inviteCode);
    return member ? { nickname: member.nickname } : {};
  },

  register: (input, ctx) => register(ctx, input, (tx, member) => signIn(tx, needsNoSecondStep(member), ctx)),
};
