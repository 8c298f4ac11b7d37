import * as v from 'valibot';
import { area, choice, columns, count, finance, money, rows, text, time, words } from '../area';
import { line, reason } from '../inputs';

const { shown, offered } = columns;

/** The columns that a CSV file for a bank may have. */
export const payoutColumns = [
  'sequence',
  'number',
  'holder',
  'account',
  'bank',
  'branch',
  'swift',
  'country',
  'amount',
  'currency',
  'remark',
] as const;

/** `pain001`: ISO 20022, for banks. `alipay`: Alipay's template for transfers to many. `csv`: the columns that the person chooses. */
export const payoutFormats = ['pain001', 'alipay', 'csv'] as const;

/** Largest number of withdrawals of a batch. */
export const mostInBatch = 2000;

/** Withdrawals that are paid together: approved, written to a file for the bank, and ended one by one by its statement. */
export const batches = area({
  path: 'batches',
  see: finance,
  act: finance,
  key: 'number',
  title: 'number',
  fields: {
    number: text(shown),
    state: choice(['draft', 'approved', 'exported', 'done', 'canceled'], shown),
    channel: choice(['bank', 'alipay'], shown),
    amount: money(shown),
    payouts: count(shown),
    by: text(shown),
    at: time(shown),
    approvedBy: text(offered),
    approvedAt: time(offered),
    exportedAt: time(offered),
    endedAt: time(offered),
    reason: words(),
    rows: rows(),
  },
  sorts: ['at', 'amount'],
  sort: '-at',
  at: 'at',
  filters: { open: { usual: 'open' }, state: {}, channel: {} },
  views: { open: { filters: { open: 'open' } }, ended: { filters: { open: 'ended' } } },
  actions: {
    add: {
      makes: true,
      input: v.object({
        withdrawals: v.pipe(v.array(line(64)), v.nonEmpty(), v.maxLength(mostInBatch)),
      }),
    },
    approve: { when: { state: ['draft'] } },
    file: {
      when: { state: ['approved', 'exported'] },
      input: v.object({
        format: v.picklist(payoutFormats),
        columns: v.optional(v.pipe(v.array(v.picklist(payoutColumns)), v.nonEmpty())),
      }),
    },
    cancel: { when: { state: ['draft', 'approved', 'exported'] }, grave: true, input: reason() },
  },
});
