import { methodsWhere } from '../../buying/payment-methods';
import { area, choice, columns, count, finance, money, record, text, time, words } from '../area';

const { shown, offered } = columns;

const states = ['underWay', 'done', 'failed', 'balance', 'void'] as const;
export type ProviderRefundState = (typeof states)[number];

/** Why a refund has failed. `returned`: it was done, and came back. */
export const refundProblems = ['refused', 'unanswered', 'returned'] as const;

/** Refunds to the card or the account that paid, one for each payment of an order. */
export const providerrefunds = area({
  path: 'providerrefunds',
  see: finance,
  act: finance,
  key: 'number',
  title: 'number',
  fields: {
    number: text(shown),
    orderNo: record('orders', shown),
    member: record('members', shown),
    way: choice(
      methodsWhere(({ kind }) => kind === 'online'),
      shown,
    ),
    amount: money(shown),
    state: choice(states, shown),
    why: choice(refundProblems, { ...shown, warns: true }),
    problem: words(offered),
    reason: words(offered),
    at: time(shown),
    endedAt: time(offered),
    sentAs: text(offered),
    providerNo: text(offered),
    paymentNo: text(offered),
    times: count(offered),
  },
  sorts: ['at', 'amount'],
  sort: '-at',
  at: 'at',
  filters: { state: {}, way: {}, member: {}, orderNo: {} },
  views: {
    failed: { filters: { state: 'failed' }, sort: 'at' },
    underWay: { filters: { state: 'underWay' }, sort: 'at' },
    done: { filters: { state: 'done' } },
  },
  actions: {
    sendAgain: { when: { state: ['failed'] } },
    toBalance: { when: { state: ['failed'] }, grave: true },
    void: { when: { state: ['failed'] }, grave: true },
  },
});
