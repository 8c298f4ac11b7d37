import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { get, joined, post, seg } from './request.mjs';

// Statements of the bank: import them, look at days, settle lines that belong to nothing yet.

/** @import { Command } from './request.mjs' */

/** @type {Record<string, Command>} */
export const statements = {
  'statement list': ['', 'imported statements of the bank', () => get('statements')],
  'statement import': [
    '<file>',
    'a statement: camt.053, or CSV with names of columns',
    ([file = ''], { account }) =>
      post('statements', {
        name: basename(file),
        file: readFileSync(file).toString('base64'),
        ...(account && { account }),
      }),
    { options: { '--account <number>': 'of a CSV file, which does not say it' } },
  ],
  'statement match': [
    '<id>',
    'match its open lines again',
    ([id]) => post(`statements/${seg(id)}/matchAgain`),
  ],
  'statement days': ['', 'in, out, matched and open by day', () => get('reconciliation')],
  'line list': [
    '[state]',
    'lines of statements: open, matched, ignored',
    ([state = 'open']) => get(`banklines?state=${seg(state)}`),
  ],
  'line match': [
    '<id> <record>',
    'it belongs to this withdrawal (number) or remittance (id)',
    ([id, of = ''], { rest }) =>
      post(
        `banklines/${seg(id)}/match`,
        /^W\d+$/.test(of) ? { withdrawal: of } : { remittance: of, ...(rest && { rest }) },
      ),
    { options: { '--rest <choice>': 'for a remittance of another amount: open or balance' } },
  ],
  'line ignore': [
    '<id> <reason>',
    'it is not ours, such as a fee of the bank',
    ([id, ...reason]) => post(`banklines/${seg(id)}/ignore`, { reason: joined(reason) }),
  ],
  'line reopen': [
    '<id> <reason>',
    'it was ours after all',
    ([id, ...reason]) => post(`banklines/${seg(id)}/reopen`, { reason: joined(reason) }),
  ],
};
