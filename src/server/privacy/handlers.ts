import * as calls from '../../contract/member/privacy';
import * as rules from '../../contract/member/privacy.rules';
import { me } from '../auth/members';
import type { CallGroup } from '../kernel/call-group';
import { balances } from '../ledger/balances';
import { agreementHandlers } from './agreements';
import { askDeletion, keepAccount } from './ask-deletion';
import { askCopy, copyAddress, dataCopy } from './copies';
import { obstaclesOf } from './obstacles';

export const privacyCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    async deletion(_, ctx) {
      const { db, member } = ctx;
      const { leaving_at } = await me(db.run, ctx);
      const { points, cloudBeans } = await balances(db.run, member);
      return {
        obstacles: await obstaclesOf(db.run, member),
        points,
        cloudBeans,
        ...(leaving_at && { leavingAt: leaving_at.toISOString() }),
      };
    },
    askDeletion,
    keepAccount,
    dataCopy,
    askCopy,
    copyAddress,
    ...agreementHandlers,
  },
};
