import * as calls from '../../contract/buying/addresses';
import * as rules from '../../contract/buying/addresses.rules';
import { areasIn } from '../kernel/areas';
import type { CallGroup } from '../kernel/call-group';
import { changing } from './change-address';
import { parseAddress } from './parse-address';
import { addressView, ownAddress } from './view';

export const addressCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    ...changing,

    async listAddresses(_, { db, member }) {
      const rows = await db.run
        .selectFrom('address')
        .selectAll()
        .where('member', '=', member)
        .orderBy('is_default', 'desc')
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return { items: rows.map((row) => addressView(row)) };
    },

    async getAddress({ id }, { db, member }) {
      return addressView(await ownAddress(db.run, member, id), true);
    },

    async listAreas({ parent = '' }) {
      return { items: areasIn(parent), districts: parent.length === 4 };
    },

    async parseAddress({ text }) {
      return parseAddress(text);
    },
  },
};
