import { get, joined, post, seg } from './request.mjs';

// Withdrawals: approve them, reject them, record that they were paid.

/** @import { Command } from './request.mjs' */

/** @type {Record<string, Command>} */
export const withdrawals = {
  'withdrawal list': [
    '[status]',
    'whom to pay and how much: applied, approved, rejected, remitted, revoked',
    ([status = 'applied']) => get(`withdrawals?status=${seg(status)}`),
  ],
  'withdrawal show': ['<id>', 'one, with its movements', ([id]) => get(`withdrawals/${seg(id)}`)],
  'withdrawal approve': ['<id>', 'it will be paid', ([id]) => post(`withdrawals/${seg(id)}/approve`)],
  'withdrawal reject': [
    '<id> <reason>',
    'it will not; the money goes back',
    ([id, ...reason]) => post(`withdrawals/${seg(id)}/reject`, { reason: joined(reason) }),
  ],
  'withdrawal remit': [
    '<id> <reference>',
    "it has been paid; the bank's number",
    ([id, ...reference]) => post(`withdrawals/${seg(id)}/remit`, { reference: joined(reference) }),
  ],
};
