import { spawn } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { embedWords } from '../build/locales.mjs';
import { mediaLoader } from '../build/media-loader.mjs';
import { pureContract } from '../build/plugins/pure-contract.mjs';
import { oneTest } from '../prove/one-test.mjs';
import { atOnce as mostAtOnce } from './at-once.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
/** Milliseconds after which a file counts as hanging. Generous, because the machine may be busy. */
const longest = 180_000;
const workerFile = path.join(root, 'tools/test/worker.mjs');
const outputNames = /** @type {const} */ (['stdout', 'stderr']);
/** In the format of tools/test/worker.mjs. */
const endOfFile = /\n— end of file (\d)\n/g;

/** @typedef {{ file: string, seconds: number, failed: number }} Took */

/**
 * Runs test files, one after the other in a few processes, and prints the failures. A file counts as one failure if it crashes, hangs, or
 * runs no test: uvu passes silently if `.run()` is missing or a promise never settles.
 * @param {object} options
 * @param {string[]} options.files paths from the root of the project
 * @param {Record<string, string>} [options.env] added to the environment
 * @param {string} [options.label] printed before the names
 * @param {object} [options.esbuild] added to the build options (aliases, conditions, defines)
 * @param {string[]} [options.node] added to node's own arguments
 * @param {string} [options.program] another Node than this one
 * @param {number} [options.limit] milliseconds after which a file is stopped
 * @param {number} [options.endLimit] milliseconds in which a process that has run its last file ends, if nothing was left open
 * @param {boolean} [options.retry] whether a failed file is run once more at the end, alone, and reported as flaky if it passes then. A busy
 * moment of the machine therefore does not fail a whole run, but is still reported; journeys do the same
 * @param {string} [options.only] a regular expression: of the files' tests those only whose title it takes
 * @param {(text: string) => void} [options.say] prints a line of the report
 * @param {number} [options.atOnce] processes
 * @returns {Promise<{ passed: number, failed: number, slow: Took[] }>} `slow`: what each took, slowest first, and how many of its tests failed
 */
export async function runUnit({
  files,
  env = {},
  label = 'unit',
  esbuild = {},
  node = [],
  program = process.execPath,
  limit = longest,
  endLimit = 20_000,
  retry = false,
  only,
  say = console.log,
  atOnce = mostAtOnce,
}) {
  const outdir = path.join(root, 'dist/test', `${label.replace(/\W+/g, '-')}-${process.pid}`);
  try {
    const one = only === undefined ? {} : { plugins: [pureContract, oneTest] };
    const outputs = await bundle(files, outdir, { ...esbuild, ...one });
    /** @type {{ passed: number, failed: number, slow: Took[] }} */
    const totals = { passed: 0, failed: 0, slow: [] };
    const waiting = [...outputs];
    /** @type {{ output: string, file: string }[]} */
    const again = [];
    let isLastTry = !retry;
    const next = async () => {
      /** @type {ReturnType<typeof startWorker> | undefined} */
      let worker;
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        worker ??= startWorker(only === undefined ? env : { ...env, ONE_TEST: only }, [program, ...node]);
        const began = Date.now();
        const { text, code } = await worker.run(one.output, limit);
        const { passed, failed } = count(text, code ?? 1);
        if (failed) {
          // a test that fails does not close what it opened: the next file gets another process, and this one is not asked to end by itself
          worker.kill();
          worker = undefined;
        }
        const seconds = (Date.now() - began) / 1000;
        const isLater = failed > 0 && !isLastTry;
        if (!isLater) {
          totals.passed += passed;
          totals.failed += failed;
        }
        totals.slow.push({ file: one.file, seconds, failed });
        const numbers = `${passed} of ${passed + failed}, ${seconds.toFixed(1)} s`;
        const how = failed ? 'FAIL' : again.includes(one) ? 'flaky' : 'ok  ';
        say(`${how} ${label} ${one.file} (${numbers}${isLater ? '; once more at the end' : ''})`);
        if (failed) say(text.trim() || '  it printed nothing: no test ran, or a promise never settled');
        if (isLater) again.push(one);
      }
      if (worker && !(await worker.end(endLimit))) {
        totals.failed++;
        say(`FAIL ${label}: a file left something open: ${worker.files.join(', ')}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, next));
    isLastTry = true;
    waiting.push(...again);
    if (again.length) await next();
    totals.slow.sort((a, b) => b.seconds - a.seconds);
    if (!files.length) totals.failed++;
    return totals;
  } finally {
    await rm(outdir, { recursive: true, force: true });
  }
}

/**
 * How test files are bundled.
 * @param {string[]} files
 * @param {string} outdir
 */
export const bundleOptions = (files, outdir) => ({
  absWorkingDir: root,
  entryPoints: files,
  outdir,
  outbase: root,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: /** @type {const} */ ('esm'),
  platform: /** @type {const} */ ('node'),
  target: 'node20',
  sourcemap: /** @type {const} */ ('inline'),
  packages: /** @type {const} */ ('external'),
  loader: mediaLoader,
  jsx: /** @type {const} */ ('automatic'),
  alias: {
    react: 'preact/compat',
    'react-dom': 'preact/compat',
    'react/jsx-runtime': 'preact/jsx-runtime',
  },
  define: embedWords(),
  plugins: [pureContract],
  logLevel: /** @type {const} */ ('warning'),
});

/**
 * Bundles the files with their shared modules; inside the project, so that packages are found.
 * @param {string[]} files
 * @param {string} outdir
 * @param {object} options
 */
async function bundle(files, outdir, options) {
  const { metafile } = await build({ ...bundleOptions(files, outdir), ...options, metafile: true });
  return Object.entries(metafile.outputs)
    .map(([output, { entryPoint = '' }]) => ({ output: path.join(root, output), file: entryPoint }))
    .filter(({ file }) => files.includes(file))
    .sort((a, b) => files.indexOf(a.file) - files.indexOf(b.file)); // esbuild returns them in its own order
}

/**
 * A process that runs files one after the other; they share loaded modules, but each has its own databases and gateways.
 * @param {Record<string, string>} env
 * @param {string[]} program
 */
export function startWorker(env, [program = '', ...node]) {
  const started = spawn(program, ['--enable-source-maps', ...node, workerFile], {
    cwd: root,
    env: { ...process.env, FORCE_COLOR: '0', ...env },
  });
  const closed = new Promise((settle) => started.once('close', settle));
  /** @type {string[]} */
  const files = [];
  return {
    /** The files it has run. */
    files,
    /**
     * `code` is undefined if the process ended instead: the file crashed it, or hung and was stopped.
     * @param {string} file
     * @param {number} limit
     * @returns {Promise<{ text: string, code: number | undefined }>}
     */
    run(file, limit) {
      files.push(path.relative(root, file));
      return new Promise((settle) => {
        const said = { stdout: '', stderr: '' };
        let late = false;
        const timer = setTimeout(() => {
          late = true;
          started.kill('SIGKILL');
        }, limit);
        /** @param {number} [code] */
        const finish = (code) => {
          clearTimeout(timer);
          for (const name of outputNames) started[name].removeAllListeners('data');
          const text = `${said.stdout}${said.stderr}`.replace(endOfFile, '');
          settle({ text: late ? `${text}\n  stopped after ${limit / 1000} s` : text, code });
        };
        for (const name of outputNames)
          started[name].on('data', (data) => {
            said[name] += data;
            const [code, other] = outputNames.map((one) => said[one].match(endOfFile.source)?.[1]);
            if (code !== undefined && other !== undefined) finish(Number(code));
          });
        closed.then(() => finish());
        started.stdin.write(`${file}\n`);
      });
    },
    kill: () => started.kill('SIGKILL'),
    /**
     * Whether the process ends by itself within this time, without open resources.
     * @param {number} ms
     */
    async end(ms) {
      started.stdin.end();
      const timer = setTimeout(() => started.kill('SIGKILL'), ms);
      await closed;
      clearTimeout(timer);
      return started.signalCode === null;
    },
  };
}

/**
 * uvu prints a total for each `exec`; a file may contain several suites.
 * @param {string} text
 * @param {number | null} code
 */
export function count(text, code) {
  /** @param {string} name */
  const sum = (name) =>
    [...text.matchAll(new RegExp(`^ *${name}:\\s+(\\d+)`, 'gm'))].reduce((n, m) => n + Number(m[1]), 0);
  const total = sum('Total');
  const passed = sum('Passed');
  const unnoticed = code !== 0 || total === 0 ? 1 : 0;
  return { passed, failed: Math.max(total - passed - sum('Skipped'), unnoticed) };
}

/**
 * Test files under `directories`, sorted.
 * @param {string[]} directories
 */
export async function testFiles(...directories) {
  const found = [];
  for (const directory of directories)
    for (const name of await readdir(path.join(root, directory), { recursive: true }))
      if (/\.test\.tsx?$/.test(name)) found.push(path.join(directory, name));
  return found.sort();
}

// node tools/test/run-unit.mjs test/server/wallet.test.ts test/unit/wallet.test.tsx …; -g 'words of a title': those tests only
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    options: { g: { type: 'string', short: 'g' } },
    allowPositionals: true,
  });
  const files = [];
  for (const name of positionals) files.push(...(/\.tsx?$/.test(name) ? [name] : await testFiles(name)));
  const { passed, failed } = await runUnit({ files, ...(values.g !== undefined && { only: values.g }) });
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}
