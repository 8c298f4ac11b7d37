import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { get, joined, post, seg } from './request.mjs';

// Statements of the bank, of providers and of the chain: import them, look at days, settle lines that belong to nothing yet.

/** @import { Command } from './request.mjs' */

/**
 * The inputs that take a record, by the letter with which its number begins.
 * @type {Record<string, ((number: string) => object) | undefined>}
 */
const numbered = {
  W: (withdrawal) => ({ withdrawal }),
  F: (refund) => ({ refund }),
  D: (dispute) => ({ dispute }),
};

/** @type {Record<string, Command>} */
export const statements = {
  'statement list': ['', 'imported statements of the bank', () => get('statements')],
  'statement import': [
    '<file>',
    'a statement: camt.053, CSV with names of columns, or the report of Stripe, Alipay or WeChat Pay',
    ([file = ''], { account }) =>
      post('statements', {
        name: basename(file),
        file: readFileSync(file).toString('base64'),
        ...(account && { account }),
      }),
    { options: { '--account <number>': 'of a CSV file, which does not say it' } },
  ],
  'statement chain': [
    '<since>',
    'the USDT transfers to our addresses since a day, such as 2026-11-01',
    ([chainSince]) => post('statements', { name: `TRON ${chainSince}`, chainSince }),
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
    'it belongs to this withdrawal, provider refund or dispute (number), or remittance (id)',
    ([id, of = ''], { rest, payment }) =>
      post(
        `banklines/${seg(id)}/match`,
        payment
          ? { payment: of }
          : (numbered[of.replace(/\d+$/, '')]?.(of) ?? { remittance: of, ...(rest && { rest }) }),
      ),
    {
      options: {
        '--rest <choice>': 'for a remittance of another amount: open or balance',
        '--payment': "the record is the provider's number of a payment",
      },
    },
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
