import * as v from 'valibot';
import { area, choice, columns, count, finance, money, record, rows, text, time, words } from '../area';

const { shown, offered } = columns;

/** Every posting of the ledger, for accountants. Credit is positive: it is the property of members. */
export const journal = area({
  path: 'journal',
  see: finance,
  act: finance,
  key: 'id',
  title: 'transfer',
  fields: {
    id: text(),
    at: time(shown),
    transfer: text(shown),
    entry: text(shown),
    account: text(shown),
    member: record('members', shown),
    asset: choice(['CNY', 'points', 'cloudBeans', 'promotion'], shown),
    amount: money(shown),
    debit: money(offered),
    credit: money(offered),
    units: count(offered),
    ref: text(shown),
    memo: words(offered),
  },
  sorts: ['at'],
  sort: '-at',
  at: 'at',
  filters: { asset: {}, account: {}, member: {}, ref: {} },
  views: { money: { filters: { asset: 'CNY' } } },
  actions: {},
});

/** The months of the books, with their trial balances. A closed month takes no posting. A day has a trial balance too. */
export const months = area({
  path: 'months',
  see: finance,
  act: finance,
  key: 'month',
  title: 'month',
  fields: {
    month: text(shown),
    state: choice(['open', 'closed'], shown),
    closedBy: text(shown),
    agreedBy: text(shown),
    closedAt: time(shown),
    hash: text(offered),
    unchanged: choice(['yes', 'no'], { warns: true }),
    balances: rows(),
  },
  sorts: ['month'],
  sort: '-month',
  filters: { state: {} },
  actions: {
    close: { when: { state: ['open'] }, grave: true },
    balanceFile: { input: v.object({}) },
  },
});
