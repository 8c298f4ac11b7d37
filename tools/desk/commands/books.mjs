import { keepFile } from '../keep-file.mjs';
import { get, post, seg } from './request.mjs';

// The books, for accountants.

/** @import { Command } from './request.mjs' */

/** @type {Record<string, Command>} */
export const books = {
  'journal list': [
    '[from] [until]',
    'postings, newest first, between two days in China',
    ([since = '', until = '']) => get(`journal?since=${seg(since)}&until=${seg(until)}`),
  ],
  'journal file': [
    '<from> <until> [folder]',
    'all postings between two days, as CSV or XLSX',
    ([since, until, folder = '.'], { format }) => ({
      run: async (ask, { out }) => {
        const query = `since=${seg(since)}&until=${seg(until)}&sort=at&format=${seg(format ?? 'csv')}`;
        const { file } = await ask(get(`journal/export?${query}`));
        out(`${keepFile(folder, file)}\n`);
      },
    }),
    { options: { '--format <format>': 'csv (default) or xlsx' } },
  ],
  'month list': ['', 'the months of the books, and who closed them', () => get('months')],
  'month show': [
    '<period>',
    'the trial balance of 2026-11, or of the day 2026-11-20',
    ([of]) => get(`months/${seg(of)}`),
  ],
  'month file': [
    '<period> [folder]',
    'the same as CSV',
    ([period, folder = '.']) => ({
      run: async (ask, { out }) => {
        const { file } = await ask({ path: `months/${seg(period)}/balanceFile`, body: {} });
        out(`${keepFile(folder, file)}\n`);
      },
    }),
  ],
  'month close': [
    '<month>',
    'nothing is posted into it any more; by two people',
    ([month]) => post(`months/${seg(month)}/close`),
    { sure: ([month]) => `Nothing can be posted into ${month} after this.` },
  ],
};
