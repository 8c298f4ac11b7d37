import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { context } from 'esbuild';
import { pureContract } from '../build/plugins/pure-contract.mjs';
import { bundleOptions, count, startWorker } from '../test/run-unit.mjs';
import { oneTest } from './one-test.mjs';

/* In a copy of the tree: runs tests one after the other, as they arrive on the standard input, `{ file, pattern }` each, and returns
   `{ test, said }` for each. The modules of a file are parsed once, and again if they change; packages are loaded once for several
   tests. */

/** Milliseconds after which a test counts as hanging. Generous, because the machine may be busy. */
const longest = 120_000;
/** Number of tests per process: a new process removes anything they left behind. */
const perWorker = 25;
const outdir = path.resolve('dist/test/one');

/** @type {{ file: string, bundle: import('esbuild').BuildContext } | undefined} */
let current;
/** @type {ReturnType<typeof startWorker> | undefined} */
let worker;
let number = 0;

/** Bundles the current file to a separate folder. @param {string} file */
async function bundle(file) {
  if (current?.file !== file) {
    await current?.bundle.dispose();
    const plugins = [pureContract, oneTest];
    const options = { ...bundleOptions([file], outdir), plugins, sourcemap: false, write: false };
    current = { file, bundle: await context(options) };
  }
  const to = path.join(outdir, `${++number}`);
  const { outputFiles = [] } = await current.bundle.rebuild();
  let entry = '';
  for (const one of outputFiles) {
    const at = path.join(to, path.relative(outdir, one.path));
    if (at.endsWith(file.replace(/\.tsx?$/, '.mjs'))) entry = at;
    await mkdir(path.dirname(at), { recursive: true });
    await writeFile(at, one.contents);
  }
  return { to, entry };
}

/** Retries a test in a separate process if the process ended: an earlier test may have caused that. @param {string} job */
async function tryIt(job) {
  for (;;) {
    worker ??= startWorker({}, [process.execPath]);
    const isFirst = !worker.files.length;
    const { text, code } = await worker.run(job, longest);
    if (code !== undefined && worker.files.length >= perWorker) void worker.end(5000);
    if (code === undefined || worker.files.length >= perWorker) worker = undefined;
    if (code !== undefined || isFirst) return { text, code };
  }
}

/**
 * `fails`: an assertion or the test itself failed, but not the loading of its file.
 * @param {{ file: string, pattern: string }} job
 */
async function run({ file, pattern }) {
  /** @type {{ to: string, entry: string }} */
  let built;
  try {
    built = await bundle(file);
  } catch (error) {
    return { test: 'does not run', said: String(error) };
  }
  const { text, code } = await tryIt(`${built.entry}\t${pattern}`);
  await rm(built.to, { recursive: true });
  const { passed, failed } = count(text, code ?? 1);
  const hasFailed = /^\s{2,}FAIL\s.*"/m.test(text);
  return { test: failed && hasFailed ? 'fails' : passed && !failed ? 'passes' : 'does not run', said: text };
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(line)))}\n`);
await current?.bundle.dispose();
await worker?.end(5000);
process.exit();
