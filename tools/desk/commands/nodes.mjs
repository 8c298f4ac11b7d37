import { program } from './program.mjs';

// Spreads the tables over several database nodes. The gateways wait meanwhile.

/** @import { Command } from './request.mjs' */

const spread = program('spread-nodes');

/** @type {(what: string, flags?: Record<string, any>) => import('./request.mjs').Request} */
const run = (what, { shards } = {}) => spread(what, ...(shards ? [`--shards=${shards}`] : []));

const shards = {
  '--shards <number>': 'parts that each table is divided into (32); it cannot be changed later',
};

/** @type {Record<string, Command>} */
export const nodes = {
  'spread plan': [
    '',
    'what spreading the tables over database nodes would change',
    (_, flags) => run('plan', flags),
    { options: shards },
  ],
  'spread go': [
    '',
    'does it, or goes on after an interruption',
    (_, flags) => run(flags.dryRun ? 'plan' : 'go', flags),
    {
      options: { ...shards, '--dry-run': 'the same as plan' },
      sure: (_, { dryRun }) =>
        !dryRun &&
        'Members wait until it has ended: their calls are answered with 503. A backup must be at hand.',
    },
  ],
  'spread verify': ['', 'whether all tables lie where they are declared', () => run('verify')],
  'spread back': [
    '',
    'brings all rows back to one node',
    () => run('back'),
    { sure: () => 'Members wait until it has ended: their calls are answered with 503.' },
  ],
};
