import { get, joined, post, seg } from './request.mjs';

// Incoming payments: remittances, payments of providers, transfers of USDT.

/** @import { Command } from './request.mjs' */

/** @type {Record<string, Command>} */
export const remittances = {
  'remittance list': [
    '[state]',
    'remittances to audit',
    ([state = 'auditing']) => get(`remittances?state=${seg(state)}`),
  ],
  'remittance approve': ['<id>', 'the money has arrived', ([id]) => post(`remittances/${seg(id)}/approve`)],
  'remittance reject': [
    '<id> <reason>',
    'it has not; its order fails',
    ([id, ...reason]) => post(`remittances/${seg(id)}/reject`, { reason: joined(reason) }),
  ],
};

/** @type {Record<string, Command>} */
export const payments = {
  'payment list': ['', 'payments that a provider tells of and that cannot be booked', () => get('payments')],
  'payment settle': [
    '<id> <note>',
    'it has been seen to, at the provider or by a refund',
    ([id, ...note]) => post(`payments/${seg(id)}/settle`, { note: joined(note) }),
  ],
  'usdt list': ['', 'transfers that are no payment as they are', () => get('transfers')],
  'usdt settle': [
    '<txid> <address> <orderNo>',
    "credit one to the balance of the order's member",
    ([id, address, orderNo]) => post(`transfers/${seg(id)}/settle`, { address, orderNo }),
  ],
};
