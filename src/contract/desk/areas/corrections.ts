import * as v from 'valibot';
import { area, choice, columns, finance, money, record, text, time, words } from '../area';
import { fen, keyOf, paragraph, requestKey } from '../inputs';

const { shown } = columns;

/** Credits and debits of members' balances, each by two people. */
export const corrections = area({
  path: 'corrections',
  see: finance,
  act: finance,
  key: 'number',
  title: 'number',
  fields: {
    number: text(shown),
    member: record('members', shown),
    direction: choice(['credit', 'debit'], shown),
    amount: money(shown),
    owed: money({ ...shown, warns: true }),
    reason: words(shown),
    by: text(shown),
    at: time(shown),
  },
  sorts: ['at', 'amount'],
  sort: '-at',
  at: 'at',
  filters: { member: {}, direction: {}, owing: {} },
  views: { owing: { filters: { owing: 'yes' } } },
  actions: {
    add: {
      makes: true,
      input: v.object({
        member: keyOf('members'),
        direction: v.picklist(['credit', 'debit']),
        amount: fen(),
        reason: paragraph(),
        owed: v.optional(v.boolean()),
        requestKey: requestKey(),
      }),
    },
    collect: { when: { owed: ['*'] } },
  },
});
