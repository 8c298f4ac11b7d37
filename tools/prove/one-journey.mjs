import { buildApp } from '../build/app.mjs';
import { buildServer } from '../build/server.mjs';
import { runJourneys } from '../test/run-journeys.mjs';

// node tools/prove/one-journey.mjs <regular expression of titles>: builds and runs the matching journeys once.
await buildApp();
await buildServer();
const { passed, failed } = await runJourneys({
  label: 'journeys',
  library: 'preact',
  grep: process.argv[2] ?? '',
  once: true,
});
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
