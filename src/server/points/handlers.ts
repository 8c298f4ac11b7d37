import * as calls from '../../contract/points';
import * as rules from '../../contract/points.rules';
import type { Group } from '../kernel/call-group';
import { balances } from '../ledger/balances';
import { enough, phonesOf } from './freeze';

export const pointsGroup: Group<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    async exchange(_, { db, member }) {
      const { points, cloudBeans } = await balances(db.run, member);
      const phones = await phonesOf(db.run, member);
      return { points, cloudBeans, frozen: phones < enough, phones, enough };
    },
  },
};
