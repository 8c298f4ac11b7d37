import { textOptions, textsFrom } from '../texts.mjs';
import { get, post, seg } from './request.mjs';

// Incidents, which the status page shows to partners.

/** @import { Command } from './request.mjs' */

/** @type {Record<string, Command>} */
export const incidents = {
  'incident list': ['', 'what the status page tells partners', () => get('incidents')],
  'incident open': [
    '<api|embeds|webhooks>',
    'tell partners on the status page that something is wrong: --en and --zh',
    ([part], { state = 'investigating', ...flags }) =>
      post('incidents', { part, state, title: textsFrom(flags) }),
    {
      options: {
        ...textOptions('its title'),
        '--state <investigating|identified|monitoring|resolved>': 'where it stands',
      },
    },
  ],
  'incident update': [
    '<id> <investigating|identified|monitoring|resolved>',
    'say more about it, and where it stands now; resolved ends it: --en and --zh',
    ([id, state], flags) => post(`incidents/${seg(id)}`, { state, text: textsFrom(flags) }),
    { options: textOptions('what is known') },
  ],
};
