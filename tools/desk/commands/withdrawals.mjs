import { keepFile } from '../keep-file.mjs';
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
  'withdrawal unusual': [
    '',
    'large ones, and several just below that amount within seven days',
    () => get('withdrawals?status=any&unusual=yes'),
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
  'withdrawal take-back': [
    '<id> <reason>',
    'the bank has sent it back; the money goes back',
    ([id, ...reason]) => post(`withdrawals/${seg(id)}/takeBack`, { reason: joined(reason) }),
  ],
};

/** @type {Record<string, Command>} */
export const batches = {
  'batch list': ['[open|ended]', 'payout batches', ([open = 'open']) => get(`batches?open=${seg(open)}`)],
  'batch show': ['<number>', 'one, with the payouts of it', ([number]) => get(`batches/${seg(number)}`)],
  'batch make': [
    '<withdrawals>',
    'a batch of approved withdrawals, by their numbers',
    (withdrawals) => post('batches', { withdrawals }),
  ],
  'batch approve': ['<number>', 'it may be paid', ([number]) => post(`batches/${seg(number)}/approve`)],
  'batch file': [
    '<number> [folder]',
    'the file for the bank or Alipay, into this folder or another',
    ([number, folder = '.'], { format, columns }) => ({
      run: async (ask, { out }) => {
        const body = {
          format: format ?? 'pain001',
          ...(columns && { columns: columns.split(/[\s,]+/).filter(Boolean) }),
        };
        const { file } = await ask({ path: `batches/${seg(number)}/file`, body });
        out(`${keepFile(folder, file)}\n`);
      },
    }),
    {
      options: {
        '--format <format>': 'pain001 (default), alipay or csv',
        '--columns <names>': 'of a CSV file, with commas between them',
      },
    },
  ],
  'batch cancel': [
    '<number> <reason>',
    'it is not paid; its withdrawals are free again',
    ([number, ...reason]) => post(`batches/${seg(number)}/cancel`, { reason: joined(reason) }),
  ],
};
