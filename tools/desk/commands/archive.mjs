import { program } from './program.mjs';

// Moves old months of earnings from the database into the store of files, and back. Gateways may run meanwhile.

/** @import { Command } from './request.mjs' */

const run = program('archive-months');

/** @type {Record<string, Command>} */
export const archive = {
  'archive list': ['', 'the months of earnings that are in the archive', () => run('list')],
  'archive go': [
    '',
    'moves months that are old enough into the archive',
    (_, { keep, again }) => run('go', ...(keep ? [`--keep=${keep}`] : []), ...(again ? ['--again'] : [])),
    {
      options: {
        '--keep <months>': 'full months that stay in the database, in place of ARCHIVE_AFTER_MONTHS',
        '--again': 'also those that were put back',
      },
    },
  ],
  'archive back': [
    '<month>',
    'puts a month (2024-03) and those after it back into the database',
    ([month = '']) => run('back', month),
  ],
  'archive check': ['', 'whether all archived months can be read, as they were written', () => run('check')],
};
