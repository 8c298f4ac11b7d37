// Runs tests of one file with one mutant switched on, or with none, and writes the places it reached:
// node worker.mjs <bundle> <result file> <mutant or -1> [titles as JSON]
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const [bundle = '', result = '', mutant = '-1', only] = process.argv.slice(2);
const switched = Number(mutant);
const titles = only ? new Set(JSON.parse(only)) : undefined;

/**
 * The mutants whose places were reached, by the title of the running test; '' before and between tests. @type {Record<string,
 * Set<number>>}
 */
const reached = { '': new Set() };
let current = '';
Object.assign(globalThis, {
  /** @param {number} id */
  $mutant(id) {
    reached[current]?.add(id);
    return id === switched;
  },
  /**
   * A valibot rule that accepts everything while the mutant is switched on.
   * @param {Record<string, any>} rule
   * @param {() => boolean} isLenient
   */
  $lenient: (rule, isLenient) => ({
    ...rule,
    /** @type {(...args: unknown[]) => unknown} */
    '~run': (...args) => (isLenient() ? args[0] : rule['~run'](...args)),
  }),
});

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
  failure ??= { title, message: String(error instanceof Error ? error.message : error).slice(0, 300) };
};
process.on('uncaughtException', (error) => {
  fail(current, error);
  finish();
});
process.on('unhandledRejection', (error) => {
  fail(current, error);
  finish();
});

setInterval(() => {}, 60_000); // a test may wait for something that does not keep a process alive
try {
  await import(pathToFileURL(bundle).href);
  const { suites } = await import('./uvu.mjs');
  for (const { tests, hooks, state } of suites) {
    for (const hook of hooks.before ?? []) await hook(state);
    for (const { name, handler } of tests) {
      if (titles && !titles.has(name)) continue;
      reached[name] ??= new Set();
      const began = performance.now();
      try {
        current = name;
        for (const hook of hooks.bEach ?? []) await hook(state);
        await handler(state);
      } catch (error) {
        fail(name, error);
      } finally {
        for (const hook of hooks.aEach ?? []) await hook(state);
        current = '';
      }
      milliseconds[name] = performance.now() - began;
      if (failure && titles) break;
    }
    // open resources end with the process, but a suite itself drops the databases it made
    const closed = Promise.all((hooks.after ?? []).map((hook) => hook(state)));
    await (failure ? Promise.race([closed, delay(5_000)]) : closed);
    if (failure && titles) break;
  }
} catch (error) {
  fail('', error);
}
finish();
