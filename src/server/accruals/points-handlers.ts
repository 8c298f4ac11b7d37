import * as calls from '../../contract/money/points';
import * as rules from '../../contract/money/points.rules';
import type { CallGroup } from '../kernel/call-group';
import { balances } from '../ledger/balances';
import { freezeOf } from './freeze';

export const pointsCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    async exchange(_, { db, member, now }) {
      const { points, cloudBeans } = await balances(db.run, member);
      return { points, cloudBeans, ...(await freezeOf(db.run, member, now)) };
    },
  },
};
