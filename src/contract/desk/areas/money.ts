import * as v from 'valibot';
import { paymentMethods } from '../../buying/payment-methods';
import { WithdrawalStatus } from '../../money/wallet';
import {
  area,
  choice,
  columns,
  facts,
  finance,
  money,
  pictures,
  record,
  rows,
  text,
  time,
  usdt,
  words,
} from '../area';
import { fen, keyOf, line, reason, requestKey } from '../inputs';

const { shown, offered } = columns;
const methods = Object.keys(paymentMethods);

export const withdrawals = area({
  path: 'withdrawals',
  personal: true,
  see: finance,
  act: finance,
  key: 'number',
  title: 'number',
  fields: {
    id: text(),
    number: text(shown),
    status: choice(Object.keys(WithdrawalStatus), shown),
    member: record('members', shown),
    name: text(offered),
    source: choice(['balance', 'store'], offered),
    amount: money(shown),
    fee: money(offered),
    remit: text(shown),
    holder: text(shown),
    to: facts(),
    warnings: rows({ warns: true, ...shown }),
    batch: record('batches', offered),
    appliedAt: time(shown),
    expectedBy: time(offered),
    remark: words(),
    decidedAt: time(offered),
    reason: words(),
    remittedAt: time(offered),
    reference: text(offered),
    revokedAt: time(),
    returnedAt: time(offered),
    movements: rows(),
  },
  sorts: ['appliedAt', 'amount', 'number'],
  sort: '-appliedAt',
  at: 'appliedAt',
  filters: { status: { usual: 'applied' }, member: {}, source: {}, unusual: {} },
  views: {
    applied: { filters: { status: 'applied' }, sort: 'appliedAt' },
    approved: { filters: { status: 'approved' }, sort: 'appliedAt' },
    remitted: { filters: { status: 'remitted' } },
    unusual: { filters: { unusual: 'yes' } },
  },
  actions: {
    approve: { when: { status: ['applied'] }, many: true },
    reject: { when: { status: ['applied', 'approved'] }, many: true, grave: true, input: reason() },
    remit: { when: { status: ['approved'] }, input: v.object({ reference: line(120) }) },
    takeBack: { when: { status: ['remitted'] }, grave: true, input: reason() },
  },
  gathered: [{ by: 'batches', input: 'withdrawals' }],
});

/** If less than an order needs has arrived: the order waits for the rest, or it ends and the money goes to the balance. */
export const restChoices = ['open', 'balance'] as const;

export const remittances = area({
  path: 'remittances',
  personal: true,
  see: finance,
  act: finance,
  key: 'id',
  title: 'orderNo',
  fields: {
    id: text(),
    member: record('members', shown),
    orderNo: record('orders', shown),
    amount: money(shown),
    phone: text(offered),
    at: time(shown),
    state: choice(['auditing', 'approved', 'rejected'], shown),
    reason: words(),
    warnings: rows({ warns: true, ...shown }),
    sameVoucherAs: record('remittances', { warns: true }),
    decidedAt: time(offered),
    arrived: money(offered),
    voucher: pictures(shown),
  },
  sorts: ['at', 'amount'],
  sort: '-at',
  at: 'at',
  filters: { state: { usual: 'auditing' }, member: {}, orderNo: {} },
  views: {
    auditing: { filters: { state: 'auditing' }, sort: 'at' },
    approved: { filters: { state: 'approved' } },
    rejected: { filters: { state: 'rejected' } },
  },
  actions: {
    approve: { when: { state: ['auditing'] }, many: true },
    reject: { when: { state: ['auditing'] }, grave: true, input: reason() },
    arrive: {
      when: { state: ['auditing'] },
      input: v.object({ amount: fen(), rest: v.picklist(restChoices), requestKey: requestKey() }),
    },
  },
});

/** Payments reported by a provider that cannot be booked as they are. */
export const payments = area({
  path: 'payments',
  see: finance,
  act: finance,
  key: 'id',
  title: 'attempt',
  fields: {
    id: text(),
    way: choice(methods, shown),
    attempt: text(shown),
    orderNo: record('orders', shown),
    reason: choice(['reference', 'amount', 'currency', 'unanswered'], shown),
    said: words(),
    at: time(shown),
    settledAt: time(offered),
    note: words(offered),
  },
  sorts: ['at'],
  sort: '-at',
  at: 'at',
  filters: { open: { usual: 'open' }, way: {}, orderNo: {} },
  views: { open: { filters: { open: 'open' }, sort: 'at' }, settled: { filters: { open: 'settled' } } },
  actions: {
    settle: { when: { settledAt: [undefined] }, input: v.object({ note: line() }) },
  },
});

/** USDT transfers that match no order's payment. */
export const transfers = area({
  path: 'transfers',
  see: finance,
  act: finance,
  key: 'txid',
  title: 'txid',
  fields: {
    txid: text(shown),
    address: text(offered),
    payer: text(offered),
    amount: usdt(shown),
    orderNo: record('orders', shown),
    reason: choice(['late', 'short', 'excess', 'unknown'], shown),
    state: choice(['seen', 'credited', 'review', 'reverted', 'gone', 'settled'], shown),
    at: time(shown),
  },
  sorts: ['at', 'amount'],
  sort: '-at',
  at: 'at',
  filters: { state: { usual: 'review' }, orderNo: {} },
  views: { review: { filters: { state: 'review' }, sort: 'at' }, settled: { filters: { state: 'settled' } } },
  actions: {
    settle: {
      when: { state: ['review'] },
      input: v.object({ address: line(64), orderNo: keyOf('orders', 64) }),
    },
  },
});
