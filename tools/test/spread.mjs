import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCitus } from '../citus/citus.mjs';
import { find } from './find.mjs';
import { runUnit } from './run-unit.mjs';

/** Server tests that do not pass on a database that is spread, each with the reason. It may only become shorter. */
const listFile = 'test/server/support/not-spread.json';

/** @returns {Record<string, string>} */
const readList = () => JSON.parse(readFileSync(listFile, 'utf8'));
/** @param {string} name */
const fileOf = (name) => `test/server/${name}.test.ts`;

/**
 * Runs work with the way to run test files on one node of Citus.
 * @template Result
 * @param {(run: (options: { files: string[], retry?: boolean, say?: (text: string) => void }) => ReturnType<typeof runUnit>) => Promise<Result>} work
 */
async function onOneNode(work) {
  const { url, stop } = await startCitus();
  const env = { TEST_ENGINE: 'pg', TEST_SPREAD: 'on', TEST_DATABASE_URL: url };
  return work((options) => runUnit({ env, label: 'server, spread', limit: 600_000, ...options })).finally(
    stop,
  );
}

/** @param {Awaited<ReturnType<typeof runUnit>>} result */
const passingIn = ({ slow }) =>
  slow.filter(({ failed }) => !failed).map(({ file }) => basename(file, '.test.ts'));

/**
 * The server tests on one node of Citus with four parts of each table. Joins, locks, new rows and conflicts that several nodes refuse,
 * one node refuses likewise. A listed file that passes fails the run, so that it is taken off the list.
 * @param {string[]} files
 */
export async function runSpread(files) {
  const list = readList();
  const listed = Object.keys(list).map(fileOf);
  const gone = listed.filter((file) => !files.includes(file));
  if (gone.length) throw new Error(`${listFile} names files that are not there: ${gone.join(', ')}`);
  return onOneNode(async (run) => {
    const result = await run({ files: files.filter((file) => !listed.includes(file)), retry: true });
    const passing = listed.length ? passingIn(await run({ files: listed, say: () => {} })) : [];
    for (const name of passing)
      console.log(`FAIL ${name} passes on a spread database: take it off ${listFile}`);
    console.log(
      `${files.length - listed.length} files on a spread database, ${listed.length} listed in ${listFile}`,
    );
    return { ...result, failed: result.failed + passing.length };
  });
}

// node tools/test/spread.mjs [name …]: runs the listed files, or those, and takes the ones that pass off the list
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const list = readList();
  const named = process.argv.slice(2);
  const files = find('test/server').filter((file) => {
    const name = basename(file, '.test.ts');
    return name in list && (!named.length || named.includes(name));
  });
  const passing = await onOneNode(async (run) => passingIn(await run({ files })));
  const rest = Object.entries(list).filter(([name]) => !passing.includes(name));
  writeFileSync(listFile, `${JSON.stringify(Object.fromEntries(rest), null, 2)}\n`);
  console.log(`${Object.keys(list).length} listed before, ${rest.length} now`);
}
