import { randomUUID } from 'node:crypto';
import { get, joined, post, seg } from './request.mjs';
import { fen } from './values.mjs';

// Orders of the store, and those that were made offline.

/** @import { Command } from './request.mjs' */

/** @type {Record<string, Command>} */
export const orders = {
  'declaration list': [
    '[status]',
    'orders made offline, to be checked: submitted, confirmed, rejected',
    ([status = 'submitted']) => get(`declarations?status=${seg(status)}`),
  ],
  'declaration approve': [
    '<id> [words]',
    'it is as declared; the member is told',
    ([id, ...words]) => post(`declarations/${seg(id)}/approve`, { result: joined(words) }),
  ],
  'declaration reject': [
    '<id> <reason>',
    'it is not; the member may correct it and hand it in again',
    ([id, ...reason]) => post(`declarations/${seg(id)}/reject`, { reason: joined(reason) }),
  ],
  'order list': [
    '[state]',
    'the newest orders: all, or waiting, confirming, successful, failed',
    ([state]) => get(`orders${state ? `?state=${seg(state)}` : ''}`),
  ],
  'order show': ['<orderNo>', 'an order with all of it', ([id]) => get(`orders/${seg(id)}`)],
  'refund list': [
    '[state]',
    'what members ask to have back: asked, refunded, refused; give it back with "order refund"',
    ([state = 'asked']) => get(`refunds?state=${seg(state)}`),
  ],
  'refund refuse': [
    '<orderNo> <reason>',
    'nothing is given back; the member reads why',
    ([id, ...reason]) => post(`refunds/${seg(id)}/refuse`, { reason: joined(reason) }),
  ],
  'order unsent': ['', 'paid goods to be sent', () => get('orders/unsent')],
  'order ship': [
    '<orderNo> <how>',
    'the goods are on their way',
    ([id, ...how]) => post(`orders/${seg(id)}/ship`, { shipment: joined(how) }),
  ],
  'order refund': [
    '<orderNo> <amount|all> <reason>',
    'give back to the card or account that paid, where its provider can, otherwise to the balance, in yuan',
    ([id, amount, ...reason], flags) =>
      post(`orders/${seg(id)}/refund`, {
        ...(amount !== 'all' && { amount: flags.whole ? Number(amount) : fen(amount) }),
        ...(flags.toBalance && { toBalance: true }),
        reason: joined(reason),
        requestKey: flags.key ?? randomUUID(),
      }),
    { options: { '--whole': 'points or beans, not yuan', '--to-balance': 'all of it to the balance' } },
  ],
  'providerrefund list': [
    '[state]',
    'refunds to cards and accounts: failed (usual), underWay, done, balance',
    ([state = 'failed']) => get(`providerrefunds?state=${seg(state)}`),
  ],
  'providerrefund show': ['<number>', 'one with all of it', ([id]) => get(`providerrefunds/${seg(id)}`)],
  'providerrefund again': [
    '<number>',
    'send one again that failed',
    ([id]) => post(`providerrefunds/${seg(id)}/sendAgain`),
  ],
  'providerrefund void': [
    '<number>',
    'end one that failed because the payer’s bank has taken the money back',
    ([id]) => post(`providerrefunds/${seg(id)}/void`),
  ],
  'providerrefund to-balance': [
    '<number>',
    'credit one that failed to the balance; the member is told',
    ([id]) => post(`providerrefunds/${seg(id)}/toBalance`),
  ],
  'dispute list': [
    '[open|settled|any]',
    'payments that their payers dispute; those to be seen to, or all',
    ([open = 'open']) => get(`disputes?open=${seg(open)}`),
  ],
  'dispute show': ['<number>', 'one with all of it', ([id]) => get(`disputes/${seg(id)}`)],
  'dispute record': [
    '<orderNo> <providerNo> <amount> <reason>',
    'one that the provider does not report itself, in yuan',
    ([orderNo, providerNo, amount, ...reason], flags) =>
      post('disputes', {
        orderNo,
        providerNo,
        amount: fen(amount),
        reason: joined(reason),
        ...(flags.withheld && { withheld: true }),
        ...(flags.until && { deadline: flags.until }),
      }),
    {
      options: {
        '--withheld': 'the provider has taken the money',
        '--until <day>': 'the last day for evidence, such as 2026-12-01',
      },
    },
  ],
  'dispute won': [
    '<number> <note>',
    'the money is back',
    ([id, ...note]) => post(`disputes/${seg(id)}/win`, { note: joined(note) }),
  ],
  'dispute lost': [
    '<number> <note>',
    'the payer has the money',
    ([id, ...note]) => post(`disputes/${seg(id)}/lose`, { note: joined(note) }),
  ],
  'dispute goods': [
    '<number> <kept|taken> <note>',
    'after a loss: the member keeps the goods, or the order ends as with a refund',
    ([id, goods, ...note]) =>
      post(`disputes/${seg(id)}/decideGoods`, { goodsAre: goods, note: joined(note) }),
  ],
};
