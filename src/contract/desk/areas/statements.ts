import * as v from 'valibot';
import { methodsWhere } from '../../buying/payment-methods';
import { area, choice, columns, count, finance, money, record, text, time, usdt, words } from '../area';
import { base64File, keyOf, line, onDay, reason } from '../inputs';
import { restChoices } from './money';

const { shown, offered } = columns;

/** The sources of statements: a bank's file, a provider's report, or the chain's transfers. */
export const statementFormats = ['camt053', 'csv', 'stripe', 'alipay', 'wechatPay', 'tron'] as const;

/** Statements of the bank, of providers and of the chain: their lines are stored once. */
export const statements = area({
  path: 'statements',
  see: finance,
  act: finance,
  key: 'id',
  title: 'name',
  fields: {
    id: text(),
    name: text(shown),
    format: choice(statementFormats, shown),
    account: text(shown),
    lines: count(shown),
    known: count(offered),
    matched: count(shown),
    openLines: count(shown),
    fee: money(shown),
    by: text(shown),
    at: time(shown),
  },
  sorts: ['at'],
  sort: '-at',
  at: 'at',
  filters: { format: {} },
  actions: {
    add: {
      makes: true,
      large: true,
      input: v.object({
        name: line(200),
        file: v.optional(base64File()),
        account: v.optional(line(34)),
        chainSince: v.optional(onDay()),
      }),
    },
    matchAgain: {},
  },
  related: [{ area: 'banklines', filter: 'file', of: 'id' }],
});

/** Why a line waits for a person. */
export const openReasons = [
  'unknown',
  'ambiguous',
  'amountDiffers',
  'currency',
  'notApproved',
  'inBatch',
  'paidTwice',
  'referenceUsed',
  'notPaid',
  'notBooked',
  'decided',
  'secondPerson',
] as const;

/** The subjects of lines. The last five are those of providers and of the chain. */
export const lineKinds = [
  'payout',
  'return',
  'remittance',
  'payment',
  'refund',
  'dispute',
  'fee',
  'usdt',
] as const;

/** Lines of statements: what the bank or a provider booked. Debits are negative. */
export const banklines = area({
  path: 'banklines',
  see: finance,
  act: finance,
  key: 'id',
  title: 'reference',
  fields: {
    id: text(),
    day: text(shown),
    amount: money(shown),
    usdt: usdt(offered),
    fee: money(shown),
    currency: text(offered),
    way: choice(
      methodsWhere(({ kind }) => kind === 'online' || kind === 'chain'),
      shown,
    ),
    party: text(shown),
    partyAccount: text(offered),
    reference: text(shown),
    bankReference: text(offered),
    text: words(shown),
    returned: choice(['yes', 'no'], offered),
    state: choice(['open', 'matched', 'ignored'], shown),
    why: choice(openReasons, { ...shown, warns: true }),
    kind: choice(lineKinds, shown),
    withdrawal: record('withdrawals', shown),
    remittance: record('remittances', offered),
    orderNo: record('orders', shown),
    refund: record('providerrefunds', offered),
    dispute: record('disputes', offered),
    transfer: record('transfers', offered),
    reason: words(),
    settledBy: text(offered),
    settledAt: time(offered),
    file: record('statements', offered),
    bookedAt: time(),
  },
  sorts: ['day', 'amount'],
  sort: '-day',
  at: 'bookedAt',
  filters: { state: { usual: 'open' }, day: {}, kind: {}, way: {}, file: {} },
  views: {
    open: { filters: { state: 'open' }, sort: 'day' },
    matched: { filters: { state: 'matched' } },
    ignored: { filters: { state: 'ignored' } },
  },
  actions: {
    match: {
      when: { state: ['open'] },
      input: v.object({
        withdrawal: v.optional(keyOf('withdrawals', 64)),
        remittance: v.optional(keyOf('remittances', 64)),
        payment: v.optional(line(120)),
        refund: v.optional(keyOf('providerrefunds', 64)),
        dispute: v.optional(keyOf('disputes', 64)),
        rest: v.optional(v.picklist(restChoices)),
      }),
    },
    ignore: { when: { state: ['open'] }, grave: true, input: reason() },
    reopen: { when: { state: ['ignored'] }, input: reason() },
  },
});

/** The days of the statements: sums in and out, and how much of them is explained. */
export const reconciliation = area({
  path: 'reconciliation',
  see: finance,
  act: finance,
  key: 'day',
  title: 'day',
  fields: {
    day: text(shown),
    cameIn: money(shown),
    wentOut: money(shown),
    matchedAmount: money(shown),
    openAmount: money(shown),
    ignoredAmount: money(offered),
    fee: money(shown),
    lines: count(shown),
    matched: count(shown),
    openLines: count(shown),
    bookedAt: time(),
  },
  sorts: ['day'],
  sort: '-day',
  at: 'bookedAt',
  filters: { open: {} },
  views: { open: { filters: { open: 'open' } }, settled: { filters: { open: 'settled' } } },
  actions: {},
  related: [{ area: 'banklines', filter: 'day', of: 'day' }],
});
