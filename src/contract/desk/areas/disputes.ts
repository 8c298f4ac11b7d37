import * as v from 'valibot';
import { paymentMethods } from '../../buying/payment-methods';
import { area, choice, columns, finance, money, record, rows, text, time, words } from '../area';
import { fen, keyOf, line, onDay, paragraph } from '../inputs';

const { shown, offered } = columns;

const states = ['inquiry', 'open', 'won', 'lost'] as const;
export type DisputeState = (typeof states)[number];

/** Payments that their payers dispute at their bank or at the provider. */
export const disputes = area({
  path: 'disputes',
  see: finance,
  act: finance,
  key: 'number',
  title: 'number',
  fields: {
    number: text(shown),
    orderNo: record('orders', shown),
    member: record('members', shown),
    way: choice(Object.keys(paymentMethods), shown),
    amount: money(shown),
    reason: words(shown),
    state: choice(states, shown),
    withheld: choice(['yes', 'no'], offered),
    deadline: time({ ...shown, warns: true }),
    warnings: rows({ warns: true, ...shown }),
    at: time(shown),
    endedAt: time(offered),
    goodsAre: choice(['kept', 'taken'], offered),
    note: words(offered),
    settledAt: time(offered),
    by: text(offered),
    providerNo: text(offered),
    paymentNo: text(offered),
  },
  sorts: ['at', 'amount'],
  sort: '-at',
  at: 'at',
  filters: { open: { usual: 'open' }, state: {}, way: {}, member: {}, orderNo: {} },
  views: {
    open: { filters: { open: 'open' }, sort: 'at' },
    won: { filters: { state: 'won', open: 'any' } },
    lost: { filters: { state: 'lost', open: 'any' } },
  },
  actions: {
    add: {
      makes: true,
      input: v.object({
        orderNo: keyOf('orders', 64),
        providerNo: line(100),
        amount: fen(),
        reason: paragraph(),
        withheld: v.optional(v.boolean()),
        deadline: v.optional(onDay()),
      }),
    },
    win: { when: { state: ['inquiry', 'open'] }, input: v.object({ note: paragraph() }) },
    lose: { when: { state: ['inquiry', 'open'] }, grave: true, input: v.object({ note: paragraph() }) },
    decideGoods: {
      when: { state: ['lost'], settledAt: [undefined] },
      grave: true,
      input: v.object({ goodsAre: v.picklist(['kept', 'taken']), note: paragraph() }),
    },
  },
});
