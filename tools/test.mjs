import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { buildApp, buildEmbeds, buildServer } from '../build.mjs';
import { reportEmbeds, reportSizes } from './build/sizes.mjs';
import { startPostgres } from './postgres.mjs';
import { runJourneys } from './run-journeys.mjs';
import { runUnit } from './run-unit.mjs';

const find = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`);

const command = (label, program, args) => {
  console.log(`\n— ${label}`);
  const { status } = spawnSync('npx', ['--no-install', program, ...args], { stdio: 'inherit' });
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
};

/** Everything CI runs, in the order in which a mistake is cheapest to find. `npm test <name>` runs one. */
const steps = {
  types: () => command('types', 'tsc', ['-p', '.']),
  lint: () => command('lint and format', 'biome', ['ci', '.']),
  async build() {
    console.log('\n— build and budgets');
    const over = [...reportSizes(await buildApp()), ...reportEmbeds(await buildEmbeds())];
    await buildServer();
    return { passed: over.length ? 0 : 1, failed: over.length };
  },
  unit: () => runUnit({ files: find('test/unit'), label: 'unit' }),
  async server() {
    const files = find('test/server');
    const embedded = await runUnit({
      files,
      env: { TEST_ENGINE: 'pglite' },
      label: 'server, embedded database',
    });
    const postgres = await startPostgres();
    if (!postgres) {
      console.log('\n— server, PostgreSQL: none installed, and no TEST_DATABASE_URL: left out');
      return embedded;
    }
    const env = { TEST_ENGINE: 'pg', TEST_DATABASE_URL: postgres.url };
    const real = await runUnit({ files, env, label: 'server, PostgreSQL' }).finally(postgres.stop);
    return { passed: embedded.passed + real.passed, failed: embedded.failed + real.failed };
  },
  journeys: () => runJourneys({ label: 'journeys', library: 'preact' }),
  react: () => runJourneys({ label: 'journeys on React', library: 'react' }),
};

const asked = process.argv.slice(2);
const alone = { journeys: ['build', 'journeys'], react: ['build', 'react'] };
const names = asked.length ? asked.flatMap((name) => alone[name] ?? [name]) : Object.keys(steps);
const total = { passed: 0, failed: 0 };
for (const name of names) {
  if (!steps[name]) throw new Error(`There is no step "${name}": ${Object.keys(steps).join(', ')}`);
  const { passed, failed } = await steps[name]();
  total.passed += passed;
  total.failed += failed;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed || !total.passed ? 1 : 0);
