// Tries several mutants in one process, one after the other, so that the gateway of a test file starts once for all of them:
// node turns-worker.mjs <bundle>, with the turns in the first message. It sends a message at the beginning and the end of each turn.
//
// A test that fails with a mutant runs once more without it. Where it fails again (it cannot run twice in one process, or an earlier
// mutant left something behind), it tells nothing, and `unsure` asks for a process of its own.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { failureOf, now, runTest } from './switch.mjs';

/** @import { Turn, TurnMessage } from './run.mjs' */

/** @param {TurnMessage} message */
const say = (message) => process.send?.(message);
const [turns] = /** @type {[Turn[]]} */ (await once(process, 'message'));
/** Titles of tests that fail without a mutant too. @type {Set<string>} */
const unclear = new Set();
/** Whether something failed outside of a test's own promises: it may belong to an earlier turn. */
let isDisturbed = false;
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, () => {
    isDisturbed = true;
  });

/**
 * @param {typeof import('./uvu.mjs').suites[number]} suite
 * @param {Turn} turn
 * @returns {Promise<Extract<TurnMessage, { ended: number }>>}
 */
async function tryIn(suite, { mutant, titles }) {
  let unsure = false;
  for (const test of suite.tests) {
    if (!titles.includes(test.name)) continue;
    if (unclear.has(test.name)) {
      unsure = true;
      continue;
    }
    isDisturbed = false;
    now.mutant = mutant;
    const ran = await runTest(suite, test);
    now.mutant = -1;
    if (!('error' in ran) && !isDisturbed) continue;
    const again = await runTest(suite, test);
    if ('error' in again) unclear.add(test.name);
    else if ('error' in ran && !isDisturbed)
      return { ended: mutant, failure: failureOf(test.name, ran.error), unsure };
    unsure = true;
  }
  return { ended: mutant, unsure };
}

process.on('disconnect', () => process.exit()); // a run that was interrupted leaves no process behind
setInterval(() => {}, 60_000); // a test may wait for something that does not keep a process alive
await import(pathToFileURL(process.argv[2] ?? '').href);
const { suites } = await import('./uvu.mjs');
for (const suite of suites) {
  const own = turns.filter(({ titles }) => suite.tests.some(({ name }) => titles.includes(name)));
  if (!own.length) continue;
  for (const hook of suite.hooks.before ?? []) await hook(suite.state);
  for (const turn of own) {
    say({ began: turn.mutant });
    say(await tryIn(suite, turn));
  }
  // databases that a suite made are dropped by it; after failed tests it may wait for what never comes
  await Promise.race([
    Promise.all((suite.hooks.after ?? []).map((hook) => hook(suite.state))).catch(() => {}),
    delay(5_000),
  ]);
}
process.disconnect();
process.exit(0);
