import { get, post, seg } from './request.mjs';

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
};
