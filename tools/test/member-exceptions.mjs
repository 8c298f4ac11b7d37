import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Places of the gateway whose statements do not name their member (docs/scale.md), with what they lack. It may only become shorter. */
const list = 'test/server/support/members/exceptions.json';
/** The exceptions that the processes of a run have met, a line each (test/server/support/members/check.ts). */
const folder = 'dist/test/members';
/** Is there after a complete run without failures. The files of a part of the tests meet a part of the exceptions. */
const complete = 'dist/test/members-complete';

/** @returns {string[]} */
const read = () => JSON.parse(readFileSync(list, 'utf8'));

const met = () => {
  const lines = existsSync(folder)
    ? readdirSync(folder).flatMap((file) => readFileSync(`${folder}/${file}`, 'utf8').trim().split('\n'))
    : [];
  return new Set(lines);
};

export function forgetExceptions() {
  for (const one of [folder, complete]) rmSync(one, { recursive: true, force: true });
}

/** The listed exceptions that no test of a complete run has met. */
function unneededExceptions() {
  const needed = met();
  return read().filter((one) => !needed.has(one));
}

/**
 * Counts each listed exception that a complete run did not need as a failure, unless other tests failed and may not have met it.
 * @template {{ failed: number }} Result
 * @param {Result} result
 */
export function reportUnneeded(result) {
  if (result.failed) return result;
  writeFileSync(complete, '');
  const unneeded = unneededExceptions();
  for (const one of unneeded) console.log(`Perhaps not needed any more in ${list}: ${one}`);
  return { ...result, failed: unneeded.length };
}

/** @param {Iterable<string>} exceptions */
const write = (exceptions) => writeFileSync(list, `${JSON.stringify([...exceptions].sort(), null, 2)}\n`);

// node tools/test/member-exceptions.mjs: after a complete run of the server's tests, takes what it did not need off the list
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!existsSync(complete)) throw new Error('Run npm test -- postgres all first, without a failure');
  const unneeded = new Set(unneededExceptions());
  const before = read();
  if (process.env.MEMBER_EXCEPTIONS === 'collect') write(met());
  else write(before.filter((one) => !unneeded.has(one)));
  console.log(`${before.length} exceptions before, ${read().length} now`);
}
