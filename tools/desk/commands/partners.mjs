import { get, joined, post, seg } from './request.mjs';

// Partners, whose pages embed our features.

/** @import { Command } from './request.mjs' */

/** @type {Record<string, Command>} */
export const partners = {
  'partner list': ['', 'whose pages may show our features', () => get('partners')],
  'partner ask': [
    '<partner> <account> [reference]',
    'ask a member to connect with a partner, which calls them by the reference, or else the username',
    ([id, account, ...reference]) =>
      post(`partners/${seg(id)}/ask`, { account, reference: joined(reference) }),
  ],
  'partner unlink': [
    '<partner> <reference>',
    'no more; what is open in its pages ends',
    ([id, ...reference]) => post(`partners/${seg(id)}/unlink`, { reference: joined(reference) }),
  ],
  'partner webhook': [
    '<partner> [url]',
    'where a partner is told of what happened, nowhere without an address; shows the secret once',
    ([id, url]) => post(`partners/${seg(id)}/webhook`, { url }),
  ],
  'partner requests': ['', 'partners that ask to go live', () => get('partners?live=asked')],
  'partner approve': [
    '<partner>',
    'let it go live: its people can make live keys from now on, and are told',
    ([id]) => post(`partners/${seg(id)}/approve`),
  ],
  'partner reject': [
    '<partner> <reason>',
    'not yet; its owners are told why',
    ([id, ...reason]) => post(`partners/${seg(id)}/reject`, { reason: joined(reason) }),
  ],
  'partner invite': [
    '<partner> <email> [owner|developer|read]',
    'invite somebody to its console, an owner unless another role is named',
    ([id, email, role = 'owner']) => post(`partners/${seg(id)}/invite`, { email, role }),
  ],
  'partner reset': [
    '<partner> <email>',
    'for somebody of it who lost their phone, once you know who they are: ends their account, and invites them anew',
    ([id, email]) => post(`partners/${seg(id)}/reset`, { email }),
  ],
  'partner disable': [
    '<partner>',
    'switch it off, with all that is open in its pages',
    ([id]) => post(`partners/${seg(id)}/disable`),
  ],
  'partner enable': ['<partner>', 'switch it on again', ([id]) => post(`partners/${seg(id)}/enable`)],
};
