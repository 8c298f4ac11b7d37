import * as calls from '../../contract/auth';
import * as rules from '../../contract/auth.rules';
import type { Group, Handlers } from '../kernel/call-group';
import { balances } from '../ledger/balances';
import { changing } from './change-contact';
import { sending } from './send-code';
import { signingIn } from './sign-in';
import { wechatSigningIn } from './wechat/sign-in';

const handlers: Handlers<typeof calls, typeof rules> = {
  ...signingIn,
  ...sending,
  ...changing,
  ...wechatSigningIn,

  async balance(_, { db, member }) {
    const { balance, store, frozen, points, cloudBeans, promotion } = await balances(db.run, member);
    return { balance, storeBalance: store, frozen, points, cloudBeans, promotionValue: promotion };
  },
};

export const sessionGroup: Group<typeof calls, typeof rules> = { calls, rules, handlers };
