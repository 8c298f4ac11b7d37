import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// Spreads the tables over several database nodes. On the server, with DATABASE_URL: the gateways are stopped meanwhile, and everybody who
// can read that may do anything to the database anyway.

/** @import { Command } from './request.mjs' */

const program = fileURLToPath(new URL('../../../dist/server/spread-nodes.mjs', import.meta.url));

/** @type {(what: string, flags?: Record<string, any>) => import('./request.mjs').Request} */
const run = (what, { dryRun, shards } = {}) => ({
  run: (_, { env, out }) =>
    new Promise((settle, fail) => {
      const args = [
        program,
        what,
        ...(dryRun ? ['--dry-run'] : []),
        ...(shards ? [`--shards=${shards}`] : []),
      ];
      const started = spawn(process.execPath, args, { env: /** @type {NodeJS.ProcessEnv} */ (env) });
      let said = '';
      started.stdout.setEncoding('utf8').on('data', out);
      started.stderr.setEncoding('utf8').on('data', (text) => (said += text));
      started.once('error', fail);
      started.once('close', (code) => (code ? fail(new Error(said.trim())) : settle()));
    }),
});

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
    (_, flags) => run('go', flags),
    {
      options: { ...shards, '--dry-run': 'the same as plan' },
      sure: (_, { dryRun }) =>
        !dryRun && 'The gateways must be stopped until it has ended, and a backup must be at hand.',
    },
  ],
  'spread verify': ['', 'whether all tables lie where they are declared', () => run('verify')],
  'spread back': [
    '',
    'brings all rows back to one node',
    () => run('back'),
    { sure: () => 'The gateways must be stopped until it has ended.' },
  ],
};
