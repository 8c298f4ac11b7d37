import { randomUUID } from 'node:crypto';
import { get, joined, post, seg } from './request.mjs';
import { fen } from './values.mjs';

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
  'remittance arrive': [
    '<id> <amount>',
    'another amount has arrived, in yuan; what is more goes to the balance',
    ([id, amount], flags) =>
      post(`remittances/${seg(id)}/arrive`, {
        amount: fen(amount),
        rest: flags.rest ?? 'open',
        requestKey: flags.key ?? randomUUID(),
      }),
    { options: { '--rest <choice>': 'if it is less: open (default) waits, balance ends the order' } },
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

/** @type {Record<string, Command>} */
export const corrections = {
  'correction list': [
    '[account]',
    "corrections of members' balances",
    ([member]) => get(`corrections${member ? `?member=${seg(member)}` : ''}`),
  ],
  'correction make': [
    '<account> <credit|debit> <amount> <reason>',
    'of a balance, in yuan; always by two people',
    ([member, direction, amount, ...reason], flags) =>
      post('corrections', {
        member,
        direction,
        amount: fen(amount),
        reason: joined(reason),
        ...(flags.owed && { owed: true }),
        requestKey: flags.key ?? randomUUID(),
      }),
    { options: { '--owed': 'a debit may exceed the balance; the rest is owed' } },
  ],
  'correction collect': [
    '<number>',
    'take what is owed, as far as the balance goes',
    ([number]) => post(`corrections/${seg(number)}/collect`),
  ],
};
