import * as calls from '../../contract/points';
import * as rules from '../../contract/points.rules';
import type { CallGroup } from '../kernel/call-group';
import { balances } from '../ledger/balances';
import { phonesOf, phonesToThaw } from './freeze';

export const pointsCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    async exchange(_, { db, member }) {
      const { points, cloudBeans } = await balances(db.run, member);
      const phones = await phonesOf(db.run, member);
      return { points, cloudBeans, frozen: phones < phonesToThaw, phones, enough: phonesToThaw };
    },
  },
};
