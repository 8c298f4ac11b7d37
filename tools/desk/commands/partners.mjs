import { get, joined, post, seg } from './request.mjs';

// Partners, whose pages embed our features.

/** @import { Command } from './request.mjs' */

/** @type {Record<string, Command>} */
export const partners = {
  'partner list': ['', 'whose pages may show our features', () => get('partners')],
  'partner link': [
    '<partner> <account> [reference]',
    'let a partner show a member, whom it calls by the reference, or else the username',
    ([id, account, ...reference]) =>
      post(`partners/${seg(id)}/link`, { account, reference: joined(reference) }),
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
  'partner disable': [
    '<partner>',
    'switch it off, with all that is open in its pages',
    ([id]) => post(`partners/${seg(id)}/disable`),
  ],
  'partner enable': ['<partner>', 'switch it on again', ([id]) => post(`partners/${seg(id)}/enable`)],
};
