import { get, post, seg } from './request.mjs';

// Jobs, and the check of the books.

/** @import { Command } from './request.mjs' */

/** @type {Record<string, Command>} */
export const running = {
  'job dead': ['', 'jobs that were given up, and why', () => get('jobs')],
  'job retry': ['<id|all>', 'try them again', ([id]) => post(`jobs/${seg(id)}/retry`)],
  'ledger check': ['', 'whether the books are in order', () => get('ledger')],
};
