import * as calls from '../../contract/member/auth';
import * as rules from '../../contract/member/auth.rules';
import type { CallGroup, Handlers } from '../kernel/call-group';
import { balances } from '../ledger/balances';
import { changeContactHandlers } from './change-contact';
import { sendCodeHandlers } from './send-code';
import { signInHandlers } from './sign-in';
import { wechatSignInHandlers } from './wechat/sign-in';
import { whereSignedInHandlers } from './where-signed-in';

const handlers: Handlers<typeof calls, typeof rules> = {
  ...signInHandlers,
  ...sendCodeHandlers,
  ...changeContactHandlers,
  ...wechatSignInHandlers,
  ...whereSignedInHandlers,

  async balance(_, { db, member }) {
    const { balance, store, frozen, points, cloudBeans, promotion } = await balances(db.run, member);
    return { balance, storeBalance: store, frozen, points, cloudBeans, promotionValue: promotion };
  },
};

export const authCalls: CallGroup<typeof calls, typeof rules> = { calls, rules, handlers };
