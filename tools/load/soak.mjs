import { startPostgres } from '../programs/postgres.mjs';
import { runUnit } from '../test/run-unit.mjs';
import { playFaults } from './faults.mjs';

// npm run soak -- [operations] [seed]: the random runs of `npm test` with any length, on both engines; then gateways with injected faults
// (`tools/load/faults.mjs`).

const [operations = '10000', seed = String(Math.floor(Math.random() * 1e9))] = process.argv.slice(2);
if (!(Number(operations) >= 1 && Number.isInteger(Number(seed))))
  throw new Error('npm run soak -- [operations] [seed]: whole numbers');
console.log(`${operations} operations from seed ${seed}`);

const files = [
  ...['wallet', 'orders', 'shop'].map((what) => `test/server/${what}-property.test.ts`),
  ...['calls', 'doors', 'desk'].map((what) => `test/server/fuzz-${what}.test.ts`),
  'test/server/thief-model.test.ts',
  'test/server/captcha.test.ts',
  'test/server/ledger.test.ts',
];
const total = { passed: 0, failed: 0 };
/** @type {(label: string, env: Record<string, string>) => Promise<void>} */
const play = async (label, env) => {
  const limit = 300_000 + Number(operations) * 100;
  const { passed, failed } = await runUnit({
    files,
    env: { ...env, OPERATIONS: operations, SEED: seed },
    label,
    limit,
  });
  total.passed += passed;
  total.failed += failed;
};

await play('soak, embedded database', { TEST_ENGINE: 'pglite' });
const postgres = await startPostgres();
await play('soak, PostgreSQL', { TEST_ENGINE: 'pg', TEST_DATABASE_URL: postgres.url }).finally(postgres.stop);
const faults = await playFaults();
total.passed += faults.passed;
total.failed += faults.failed;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed ? 1 : 0);
