import { runUnit } from './run-unit.mjs';

// npm run coverage: writes docs/coverage.md anew, and says what in it is not proved.
const { failed } = await runUnit({
  files: ['test/unit/coverage/coverage.test.ts'],
  env: { WRITE_COVERAGE: '1' },
  label: 'coverage',
});
process.exitCode = failed ? 1 : 0;
