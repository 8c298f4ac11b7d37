import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { context } from 'esbuild';
import { pureContract } from '../build/plugins/pure-contract.mjs';
import { bundleOptions, count, startWorker } from '../test/run-unit.mjs';
import { oneTest } from './one-test.mjs';

/*
 * In a copy of the tree: runs one test after the other, as they come on the standard input, `{ file, pattern }` each, and answers
 * `{ test, said }` each. What one file needs is parsed once, and again what has changed; packages are loaded once for a few tests.
 */

/** Milliseconds after which a test hangs. The machine may be busy. */
const longest = 120_000;
/** Tests that a process runs: what they left behind goes with it. */
const perWorker = 25;
const outdir = path.resolve('dist/test/one');

/** @type {{ file: string, bundle: import('esbuild').BuildContext } | undefined} */
let current;
/** @type {ReturnType<typeof startWorker> | undefined} */
let worker;
let number = 0;

/** Bundles the file as it is now, to a place of its own. @param {string} file */
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

/** Once more in a process of its own, where the process ended: what a test before it had left behind may have ended it. @param {string} job */
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
 * `fails`: an assertion or the test itself failed, and not the reading of its file.
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
