import { parseArgs } from 'node:util';
import { runUnit } from '../test/run-unit.mjs';
import { checkTypes, prove } from './prove.mjs';

/*
 * npm run coverage: writes docs/coverage.md, and reports its problems.
 *
 * npm run coverage -- prove [--shard 1/4] [--in unit] [--stale] [-v] [section or part of an id …]: makes the break of each row and
 * runs its test. Stores the results, and writes the page. `--stale`: only rows without a current proof.
 *
 * npm run coverage -- types: checks that each break compiles.
 */
const { values, positionals } = parseArgs({
  options: {
    shard: { type: 'string', default: '1/1' },
    in: { type: 'string', default: '' },
    stale: { type: 'boolean' },
    verbose: { type: 'boolean', short: 'v' },
  },
  allowPositionals: true,
});
const [command, ...names] = positionals;
let failed = 0;
if (command === 'prove') {
  const [part = 1, of = 1] = values.shard.split('/').map(Number);
  const { stale = false, verbose = false } = values;
  failed += (await prove({ names, folder: values.in, shard: [part, of], stale, verbose, write: true }))
    .failed;
} else if (command === 'types') failed += (await checkTypes()).failed;
else if (command) throw new Error(`npm run coverage -- prove or types, not ${command}`);

const written = await runUnit({
  files: ['test/unit/coverage/coverage.test.ts'],
  env: { WRITE_COVERAGE: '1' },
  label: 'coverage',
});
process.exitCode = failed + written.failed ? 1 : 0;
