import { randomUUID } from 'node:crypto';
import { localeNames } from '../../build/locales.mjs';
import { publication } from '../publication.mjs';
import { get, joined, post, seg } from './request.mjs';

// Notices and system messages.

/** @import { Command } from './request.mjs' */

/** @type {Record<string, Command>} */
export const messages = {
  'notice list': ['', 'what was published, and how many have confirmed it', () => get('notices')],
  'notice publish': [
    '<file.html> [file.zh.html …]',
    'tell all members',
    (files, flags) => post('notices', publication(files, flags, randomUUID)),
    {
      options: {
        '--title <text>': 'instead of the heading in the file',
        [`--lang <${localeNames.join('|')}>`]: 'of a file whose name does not say it',
        '--confirm': 'members have to confirm that they have read it',
        '--country <cn|intl>': 'members of one country version',
        '--to <account>': 'one member',
      },
    },
  ],
  'notice withdraw': ['<id>', 'nobody sees it any more', ([id]) => post(`notices/${seg(id)}/withdraw`)],
  'message send': [
    '<account|all> <text>',
    'a system message, to one member or to all',
    ([to, ...text], flags) =>
      post('messages', { to, text: joined(text), requestKey: flags.key ?? randomUUID() }),
    { sure: ([to]) => to === 'all' && 'This tells every member.' },
  ],
};
