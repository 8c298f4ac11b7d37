// Runs tests of one file with one mutant switched on, or with none, and writes the places it reached:
// node worker.mjs <bundle> <result file> <mutant or -1> [titles as JSON]
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { failureOf, now, reached, runTest } from './switch.mjs';

const [bundle = '', result = '', mutant = '-1', only] = process.argv.slice(2);
now.mutant = Number(mutant);
const titles = only ? new Set(JSON.parse(only)) : undefined;

/** @type {Record<string, number>} */
const milliseconds = {};
/** @type {{ title: string, message: string } | undefined} */
let failure;
const finish = () => {
  writeFileSync(
    result,
    JSON.stringify({
      failure,
      milliseconds,
      reached: Object.fromEntries(Object.entries(reached).map(([title, ids]) => [title, [...ids]])),
    }),
  );
  process.exit(0);
};
/** @type {(title: string, error: unknown) => void} */
const fail = (title, error) => {
  failure ??= failureOf(title, error);
};
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error) => {
    fail(now.title, error);
    finish();
  });

setInterval(() => {}, 60_000); // a test may wait for something that does not keep a process alive
try {
  await import(pathToFileURL(bundle).href);
  const { suites } = await import('./uvu.mjs');
  for (const suite of suites) {
    for (const hook of suite.hooks.before ?? []) await hook(suite.state);
    for (const test of suite.tests) {
      if (titles && !titles.has(test.name)) continue;
      const began = performance.now();
      const ran = await runTest(suite, test);
      if ('error' in ran) fail(test.name, ran.error);
      milliseconds[test.name] = performance.now() - began;
      if (failure && titles) break;
    }
    // open resources end with the process, but a suite itself drops the databases it made
    const closed = Promise.all((suite.hooks.after ?? []).map((hook) => hook(suite.state)));
    await (failure ? Promise.race([closed, delay(5_000)]) : closed);
    if (failure && titles) break;
  }
} catch (error) {
  fail('', error);
}
finish();
