import { keepFile } from '../keep-file.mjs';
import { get, joined, post, seg } from './request.mjs';

// Invoices that members request, and the credit notes for what was refunded.

/** @import { Command } from './request.mjs' */

/** @type {Record<string, Command>} */
export const invoices = {
  'invoice list': [
    '[state]',
    'invoices: asked, issued, refused',
    ([state = 'asked']) => get(`invoices?state=${seg(state)}`),
  ],
  'invoice show': ['<id>', 'one, with its lines', ([id]) => get(`invoices/${seg(id)}`)],
  'invoice issue': [
    '<id>',
    'issue it with the next number; the member is told',
    ([id]) => post(`invoices/${seg(id)}/issue`),
  ],
  'invoice refuse': [
    '<id> <reason>',
    'the member reads why, and may ask again',
    ([id, ...reason]) => post(`invoices/${seg(id)}/refuse`, { reason: joined(reason) }),
  ],
  'invoice pdf': [
    '<id> [folder]',
    'its PDF, into this folder or another',
    ([id, folder = '.']) => ({
      run: async (ask, { out }) => {
        const { file } = await ask({ path: `invoices/${seg(id)}/pdf`, body: {} });
        out(`${keepFile(folder, { name: file.name, text: Buffer.from(file.base64, 'base64') })}\n`);
      },
    }),
  ],
  'invoice fapiao': [
    '<id> <number>',
    'the number of the fapiao that you issued with the tax office',
    ([id, fapiao]) => post(`invoices/${seg(id)}/fapiao`, { fapiao }),
  ],
  'invoice lines': [
    '[country]',
    'the lines of what was issued, for taxes; for China only those without a fapiao',
    ([country]) =>
      get(
        `invoicelines${country ? `?countryCode=${seg(country)}${country === 'CN' ? '&fapiao=none' : ''}` : ''}`,
      ),
  ],
};
