import type * as calls from '../../contract/auth';
import type * as rules from '../../contract/auth.rules';
import { endTokens } from '../embed/tokens';
import type { Handlers } from '../kernel/call-group';
import { byAccount, me, refuseOtherCountry, signIn, userInfo } from './members';
import { provePassword } from './password';
import { register } from './register';
import { revoke } from './sessions';

type SigningIn = Pick<Handlers<typeof calls, typeof rules>, 'login' | 'logout' | 'getInfo' | 'register'>;

export const signingIn: SigningIn = {
  async login({ account, password }, asked) {
    const found = await byAccount(asked.db.run, account);
    const member = await provePassword(asked, found, { account, password });
    refuseOtherCountry(member, asked.settings);
    return signIn(asked.db.run, member, asked);
  },

  /** Ends what partners' pages show of the member, too. */
  async logout(_, { db, session, member }) {
    if (!session) return {};
    await revoke(db.run, session);
    await endTokens(db.run, { member });
    return {};
  },

  getInfo: async (_, asked) => ({ userInfo: userInfo(await me(asked.db.run, asked)) }),

  register: (input, asked) => register(asked, input, (tx, member) => signIn(tx, member, asked)),
};
