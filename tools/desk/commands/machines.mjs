import { keepFile } from '../keep-file.mjs';
import { get, joined, post, seg } from './request.mjs';

// Machines of device orders.

/** @import { Command } from './request.mjs' */

/** @type {Record<string, Command>} */
export const machines = {
  'machine waiting': ['', 'device orders whose machines were never online', () => get('machines')],
  'machine prepared': [
    '<serialNumber>',
    'its machines are ready',
    ([id]) => post(`machines/${seg(id)}/prepared`),
  ],
  'machine online': [
    '<serialNumber>',
    'its machines are online',
    ([id]) => post(`machines/${seg(id)}/online`),
  ],
  'machine offline': [
    '<serialNumber>',
    'its machines are not',
    ([id]) => post(`machines/${seg(id)}/offline`),
  ],
  'machine look': [
    '<serialNumber> <position> <reason>',
    'a picture of the screen of one of them, into this folder; the member is told',
    ([id, position, ...reason]) => ({
      run: async (ask, { out }) => {
        const body = { position: Number(position), reason: joined(reason) };
        const { file } = await ask({ path: `machines/${seg(id)}/look`, body });
        out(`${keepFile('.', { name: file.name, text: Buffer.from(file.base64, 'base64') })}\n`);
      },
    }),
  ],
};
